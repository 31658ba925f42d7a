import { FACT_VERSIONS } from '@chessmith/game';
import { Type } from 'typebox';
import {
  Anything,
  Color,
  EndCause,
  GameIdText,
  InstantText,
  ListedSituation,
  nullOr,
  oneOf,
  PersonIdText,
  Rank,
  Situation,
  StepName,
  sides,
  Visibility,
  Whole,
} from './common.js';
import { InspectionResult } from './inspection.js';

// Answers may grow, so their objects are open; requests are strict.

/** A "no", the same everywhere. */
export const Problem = Type.Object(
  {
    code: Type.String({ pattern: '^[a-z0-9-]+/[a-z0-9-]+$', description: 'Stable; `room/what-is-wrong`.' }),
    message: Type.String({ minLength: 1, description: 'A sentence for people.' }),
    /** Which check of a command said no. */
    step: Type.Optional(Type.Unsafe<string>(StepName)),
    facts: Type.Optional(Type.Record(Type.String(), Anything, { description: 'What a caller needs to act.' })),
  },
  { $id: 'Problem' },
);

export const Person = Type.Object(
  { id: PersonIdText, name: nullOr(Type.String()), createdAt: InstantText },
  { $id: 'Person' },
);

/** So that clients need not ask for each name. */
const people = Type.Array(Person, {
  description: 'The people whose ids are in this answer, as far as they are known.',
});
export const People = Type.Object({ people }, { $id: 'People' });

export const Guest = Type.Object(
  { person: Person, token: Type.String({ description: 'Shown this once. Send it as `Authorization: Bearer`.' }) },
  { $id: 'Guest' },
);

const accepted = {
  game: GameIdText,
  version: Whole,
  at: InstantText,
  facts: Type.Array(oneOf(...(Object.keys(FACT_VERSIONS) as (keyof typeof FACT_VERSIONS)[])), {
    description: 'What the command brought about, in order.',
  }),
  situation: Situation,
  ply: Whole,
  next: Type.Optional(GameIdText),
};
/** A command's yes, told again word for word when it is repeated. */
export const CommandReceipt = Type.Object(accepted, { $id: 'CommandReceipt' });
export const CreationReceipt = Type.Object(
  { ...accepted, joinCode: Type.String(), seats: sides(nullOr(PersonIdText)) },
  { $id: 'CreationReceipt' },
);

export const Choice = Type.Object(
  {
    kind: oneOf('move', 'drop', 'split', 'merge'),
    from: Type.Optional(Type.String()),
    role: Type.Optional(Type.String()),
    to: Type.Array(Type.String()),
    promote: Type.Optional(Type.Array(Type.String())),
    onward: Type.Optional(Type.Array(Type.String())),
  },
  { $id: 'Choice', description: 'A set of moves: any target with any role to promote to.' },
);

export const Piece = Type.Object({
  square: Type.String(),
  role: Type.String(),
  color: Color,
  probability: Type.Optional(Type.Number()),
});

const Board = Type.Object({
  turn: Color,
  ply: Whole,
  pieces: Type.Array(Piece),
  choices: Type.Array(Choice),
  check: Type.Array(Type.String()),
  claims: Type.Array(Type.String()),
  outcome: nullOr(Type.Object({ kind: oneOf('win', 'draw'), by: Type.String(), winner: Type.Optional(Color) })),
  notation: Type.String(),
});

export const Move = Type.Object({
  color: Color,
  notation: Type.String(),
  happened: Type.Array(Type.Object({ kind: Type.String() })),
  tookMs: Whole,
});

export const End = Type.Object({
  kind: oneOf('win', 'draw', 'none'),
  cause: EndCause,
  winner: Type.Optional(Color),
  rule: Type.Optional(Type.String()),
});

/** A game as one person sees it. */
export const Game = Type.Object(
  {
    id: nullOr(GameIdText),
    version: Whole,
    situation: Situation,
    host: nullOr(PersonIdText),
    alias: nullOr(Type.String()),
    joinCode: nullOr(Type.String()),
    configuration: nullOr(Type.Object({ ruleset: Type.String(), firstMoveMs: Type.Optional(Whole) })),
    seats: sides(nullOr(PersonIdText)),
    yours: Type.Array(Color),
    board: nullOr(Board),
    turn: nullOr(Color),
    ply: Whole,
    moves: Type.Array(Move),
    promotion: nullOr(Type.Object({ from: Type.String(), to: Type.String(), roles: Type.Array(Type.String()) })),
    clocks: nullOr(
      Type.Object({
        remainingMs: sides(Whole),
        running: nullOr(Color),
        abortInMs: Type.Unsafe<number | null>({
          ...nullOr(Whole),
          description:
            'In how long the game is aborted unless the side to move makes its first move, which is free; null otherwise.',
        }),
      }),
    ),
    offers: Type.Object({}),
    end: nullOr(End),
    next: nullOr(GameIdText),
  },
  { $id: 'Game' },
);

/** What one person sees of a game that is not the same for everyone. */
export const PersonalViewSchema = Type.Object(
  { yours: Type.Array(Color), joinCode: nullOr(Type.String()), board: nullOr(Board) },
  { $id: 'PersonalView' },
);

export const ListedGame = Type.Object(
  {
    game: GameIdText,
    version: Whole,
    situation: ListedSituation,
    ruleset: Type.String(),
    isPrivate: Type.Boolean(),
    host: nullOr(PersonIdText),
    seats: sides(nullOr(PersonIdText)),
    alias: nullOr(Type.String()),
    createdAt: InstantText,
    lastActivityAt: InstantText,
    deadline: nullOr(InstantText),
    summary: Anything,
  },
  { $id: 'ListedGame' },
);
export const GameList = Type.Object(
  { games: Type.Array(ListedGame), people, next: Type.Optional(Type.String()) },
  { $id: 'GameList' },
);

export const Facts = Type.Object(
  {
    facts: Type.Array(
      Type.Object({ version: Whole, fact: Type.Object({ type: Type.String(), v: Whole, at: InstantText }) }),
    ),
  },
  { $id: 'Facts' },
);

export const ChatLine = Type.Object(
  {
    game: GameIdText,
    room: oneOf('all', 'players', 'watchers'),
    number: Whole,
    by: nullOr(PersonIdText),
    text: Type.String(),
    at: InstantText,
  },
  { $id: 'ChatLine' },
);
export const ChatLines = Type.Object({ lines: Type.Array(ChatLine), people }, { $id: 'ChatLines' });
export const PieceMoves = Type.Object({ choices: Type.Array(Choice) }, { $id: 'PieceMoves' });

export const Presence = Type.Object(
  {
    white: Type.Boolean(),
    black: Type.Boolean(),
    watchers: Whole,
    people: Type.Array(PersonIdText),
    awayMs: Type.Object(
      { white: Whole, black: Whole },
      { description: 'For how long each player has given no sign of life; 0 for one who is here.' },
    ),
  },
  { $id: 'Presence' },
);

export const Ruleset = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    summary: Type.String(),
    files: Whole,
    ranks: Whole,
    fixed: Type.Optional(Type.Boolean({ description: 'Whether both sides see the board from the side of White.' })),
    roles: Type.Array(Type.Object({ role: Type.String(), letter: Type.String(), glyph: Type.Optional(Type.String()) })),
    rolesInPlay: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Of `roles`, the kinds that a script lists itself or that stood on the board when it was checked.',
      }),
    ),
  },
  { $id: 'Ruleset' },
);
export const Rulesets = Type.Object({ rulesets: Type.Array(Ruleset) }, { $id: 'Rulesets' });

export const WrittenRuleset = Type.Object(
  {
    id: Type.String({
      description: 'Names these rules, and no others, for ever: a game made with it is pinned to them.',
    }),
    author: PersonIdText,
    name: Type.String(),
    version: Type.Integer({ minimum: 1, description: 'Uploads of one name by one author are its versions.' }),
    form: Type.String(),
    about: Ruleset,
    visibility: Visibility,
    forkOf: nullOr(Type.String()),
    createdAt: InstantText,
  },
  { $id: 'WrittenRuleset' },
);
export const WrittenRulesets = Type.Object(
  { rulesets: Type.Array(WrittenRuleset), people, next: Type.Optional(Type.String()) },
  { $id: 'WrittenRulesets' },
);
export const UploadedRuleset = Type.Object(
  {
    ruleset: WrittenRuleset,
    report: Type.Unknown({
      description:
        'How the check went: `selfPlay` counts games and moves, `notTried` says what a limit of the check left untried, `hint` what may not be meant, `printed` what the script printed.',
    }),
  },
  { $id: 'UploadedRuleset' },
);
export const CheckProgress = Type.Object(
  {
    step: oneOf('reading', 'start', 'self-play', 'theories'),
    done: Whole,
    of: Whole,
    moves: Type.Optional(Whole),
  },
  {
    $id: 'CheckProgress',
    description: 'How far a check has come: games that have ended, or theories that have answered; moves of all games.',
  },
);
export const RulesetSource = Type.Object({ form: Type.String(), source: Type.String() }, { $id: 'RulesetSource' });

const score = {
  at: InstantText,
  rank: Rank,
  wins: Whole,
  losses: Whole,
  ratio: Type.Number({ description: 'Wins per loss; without a loss, the wins.' }),
};
export const Score = Type.Object(score, { $id: 'Score', description: 'The counts after a result, and the rank then.' });
export const Scores = Type.Object({ score: nullOr(Score), history: Type.Array(Score) }, { $id: 'Scores' });
export const Leaderboard = Type.Object(
  { scores: Type.Array(Type.Object({ person: PersonIdText, name: Type.String(), ...score })) },
  { $id: 'Leaderboard' },
);

/** Everything that has a name in the documents of the API. */
export const RESPONSES = {
  Problem,
  Person,
  People,
  Guest,
  CommandReceipt,
  CreationReceipt,
  Choice,
  Game,
  ListedGame,
  GameList,
  Facts,
  ChatLine,
  ChatLines,
  PieceMoves,
  Presence,
  Ruleset,
  Rulesets,
  WrittenRuleset,
  WrittenRulesets,
  UploadedRuleset,
  CheckProgress,
  RulesetSource,
  Score,
  Scores,
  Leaderboard,
  InspectionResult,
} as const;
export type ResponseName = keyof typeof RESPONSES;
