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

// Responses may gain fields, so their schemas allow unknown ones. Request schemas do not.

/** The body of every refusal. */
export const Problem = Type.Object(
  {
    code: Type.String({ pattern: '^[a-z0-9-]+/[a-z0-9-]+$', description: 'Stable; `area/reason`.' }),
    message: Type.String({ minLength: 1, description: 'A sentence for people.' }),
    /** The check that refused the command. */
    step: Type.Optional(Type.Unsafe<string>(StepName)),
    facts: Type.Optional(Type.Record(Type.String(), Anything, { description: 'Values that a program needs to act.' })),
  },
  { $id: 'Problem' },
);

export const Person = Type.Object(
  { id: PersonIdText, name: nullOr(Type.String()), createdAt: InstantText },
  { $id: 'Person' },
);

/** Saves clients a request for each name. */
const people = Type.Array(Person, {
  description: 'The people whose ids are in this response, as far as the server knows them.',
});
export const People = Type.Object({ people }, { $id: 'People' });

export const Guest = Type.Object(
  { person: Person, token: Type.String({ description: 'Shown only once. Send it as `Authorization: Bearer`.' }) },
  { $id: 'Guest' },
);

const accepted = {
  game: GameIdText,
  version: Whole,
  at: InstantText,
  facts: Type.Array(oneOf(...(Object.keys(FACT_VERSIONS) as (keyof typeof FACT_VERSIONS)[])), {
    description: 'The types of the facts that the command caused, in order.',
  }),
  situation: Situation,
  ply: Whole,
  next: Type.Optional(GameIdText),
};
/** The receipt of an accepted command; a repeated command gets the same receipt. */
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
  { $id: 'Choice', description: 'A set of moves: each target, with each promotion role.' },
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
  happened: Type.Array(Type.Object({ kind: Type.String() }, { additionalProperties: true })),
  tookMs: Whole,
});

export const End = Type.Object({
  kind: oneOf('win', 'draw', 'none'),
  cause: EndCause,
  winner: Type.Optional(Color),
  rule: Type.Optional(Type.String()),
});

/** A game as one person may see it. */
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
            'Milliseconds until the server aborts the game unless the side to move makes its first move; null after the first moves.',
        }),
      }),
    ),
    offers: Type.Object({}),
    end: nullOr(End),
    next: nullOr(GameIdText),
  },
  { $id: 'Game' },
);

/** The part of a game view that depends on the viewer. */
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
      { description: 'Milliseconds since the server last saw each player; 0 for a connected player.' },
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
    fixed: Type.Optional(Type.Boolean({ description: 'Whether both sides see the board from White’s side.' })),
    roles: Type.Array(Type.Object({ role: Type.String(), letter: Type.String(), glyph: Type.Optional(Type.String()) })),
    rolesInPlay: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The roles of `roles` that the script declares or that appeared during its check.',
      }),
    ),
  },
  { $id: 'Ruleset' },
);
export const Rulesets = Type.Object({ rulesets: Type.Array(Ruleset) }, { $id: 'Rulesets' });

export const WrittenRuleset = Type.Object(
  {
    id: Type.String({
      description: 'Identifies this version for ever: its games keep these rules.',
    }),
    author: PersonIdText,
    name: Type.String(),
    version: Type.Integer({ minimum: 1, description: 'Counts the uploads of this name by this author.' }),
    format: Type.String(),
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
        'The report of the check: `selfPlay` counts games and moves, `notTried` lists what a limit left untested, `hint` points at a likely mistake, `printed` has the output of the script.',
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
    description: 'The progress of a check: finished games or evaluated theories, and the moves of all games.',
  },
);
export const RulesetSource = Type.Object({ format: Type.String(), source: Type.String() }, { $id: 'RulesetSource' });

const score = {
  at: InstantText,
  rank: Rank,
  wins: Whole,
  losses: Whole,
  ratio: Type.Number({ description: 'Wins per loss; without a loss, the wins.' }),
};
export const Score = Type.Object(score, { $id: 'Score', description: 'The counts and the rank after a result.' });
export const Scores = Type.Object({ score: nullOr(Score), history: Type.Array(Score) }, { $id: 'Scores' });
export const Leaderboard = Type.Object(
  { scores: Type.Array(Type.Object({ person: PersonIdText, name: Type.String(), ...score })) },
  { $id: 'Leaderboard' },
);

/** All named schemas of the API documents. */
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
