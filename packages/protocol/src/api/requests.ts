import { OFFERS } from '@chessmith/game';
import { type Static, Type } from 'typebox';
import { Color, ListedSituation, nullOr, oneOf, PersonIdText, strict, Visibility, Whole } from './common.js';

const Text = (longest: number) => Type.String({ minLength: 1, maxLength: longest });
const Milliseconds = Whole;

export const Clock = Type.Union([
  Type.Object({ kind: Type.Literal('none') }, strict),
  Type.Object({ kind: Type.Literal('per-move'), moveMs: Milliseconds }, strict),
  Type.Object(
    { kind: Type.Literal('per-player'), playerMs: Milliseconds, incrementMs: Type.Optional(Milliseconds) },
    strict,
  ),
  Type.Object({ kind: Type.Literal('days-per-move'), days: Whole }, strict),
]);

/** A board file, or a quantum position with some hundred boards. */
const LONGEST_POSITION = 16_384;

const SetUp = Type.Object(
  {
    position: Type.Optional(Text(LONGEST_POSITION)),
    turn: Type.Optional(Color),
    number: Type.Optional(Whole),
    unmoved: Type.Optional(Type.Array(Text(3), { maxItems: 256 })),
    profile: Type.Optional(oneOf('lichess', 'fide')),
  },
  {
    ...strict,
    description: 'Where the game starts: a position in the notation of its ruleset, or a number of Chess960.',
  },
);

const configurable = {
  ruleset: Type.Optional(Text(128)),
  setup: Type.Optional(SetUp),
  clock: Type.Optional(Clock),
  side: Type.Optional(oneOf('white', 'black', 'random', 'both', 'none')),
  seats: Type.Optional(
    Type.Object(
      { white: Type.Optional(nullOr(PersonIdText)), black: Type.Optional(nullOr(PersonIdText)) },
      { ...strict, description: 'A person seats nobody but themselves.' },
    ),
  ),
  against: Type.Optional(
    Type.Unsafe<'people' | 'computer'>({
      ...oneOf('people', 'computer'),
      description: 'No computer plays here yet: to ask for one is refused (`game/no-computer`).',
    }),
  ),
  isPrivate: Type.Optional(Type.Boolean()),
  isRated: Type.Optional(
    Type.Boolean({ description: 'No games are rated yet: `true` is refused (`game/no-ratings`).' }),
  ),
  autoStart: Type.Optional(Type.Boolean()),
  hotSeat: Type.Optional(Type.Boolean()),
  openSeats: Type.Optional(Type.Boolean()),
  chat: Type.Optional(oneOf('one-room', 'separate-rooms', 'off')),
  abandonedAfterMs: Type.Optional(
    Type.Unsafe<number | null>({
      ...nullOr(Milliseconds),
      description:
        'How long a player must be away before the opponent may claim the win; null for never, otherwise at least 10000 (`game/abandoned-too-soon`).',
    }),
  ),
};

/** A fork has the rules of its game, and starts where that stood. */
const { ruleset: _ruleset, setup: _setup, ...forkable } = configurable;

const named = { alias: Type.Optional(Text(64)) };

/** What somebody wants to play; everything may be left out. */
export const GameOptions = Type.Object(
  {
    ...configurable,
    ...named,
    configureLater: Type.Optional(
      Type.Boolean({ description: 'With `true`, nothing but the `alias` may be said yet (`game/options-too-early`).' }),
    ),
  },
  strict,
);
/** A wish for a game that is there already. */
export const ConfigureOptions = Type.Object({ ...configurable, ...named }, strict);
/** A wish for a game that goes on from a position of another one. */
export const ForkOptions = Type.Object({ ply: Whole, ...forkable, ...named }, strict);

export const GuestOptions = Type.Object({ name: Type.Optional(Type.String({ maxLength: 200 })) }, strict);
export const Rename = Type.Object({ name: nullOr(Type.String({ maxLength: 200 })) }, strict);
export const ChatInput = Type.Object(
  { text: Text(2000), room: Type.Optional(oneOf('all', 'players', 'watchers')) },
  strict,
);

/** JSON doubles the length of a source at worst, and this is checked before its bytes are counted. */
const LONGEST_SOURCE = 2 ** 20;
const upload = {
  file: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Its name; the ending tells the form, the rest what rules are called that do not say it.',
    }),
  ),
  form: Type.Optional(
    Type.String({ maxLength: 20, description: '`python`, `typescript`, `javascript`, `prolog` or `json`.' }),
  ),
  name: Type.Optional(
    Type.String({
      maxLength: 60,
      description: 'What to call them; needed where neither the rules nor `file` say it (`rulesets/no-name`).',
    }),
  ),
  visibility: Type.Optional(Visibility),
};
export const RulesetUpload = Type.Object({ ...upload, source: Type.String({ maxLength: LONGEST_SOURCE }) }, strict);
export const RulesetFileQuery = Type.Object(upload, strict);
export const RulesetFork = Type.Object({ name: Type.Optional(Type.String({ maxLength: 60 })) }, strict);
export const RulesetChange = Type.Object({ visibility: Visibility }, strict);

export const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 100 }));
const pageAfter = (pattern: string) => ({
  limit: Limit,
  after: Type.Optional(Type.String({ pattern, description: 'The `next` of the page before.' })),
});
export const RulesetSearchQuery = Type.Object(
  {
    text: Type.Optional(
      Type.String({
        maxLength: 60,
        description: 'Words, each of which is found in the name, the description or the name of the author.',
      }),
    ),
    author: Type.Optional(PersonIdText),
    latest: Type.Optional(Type.Boolean({ description: 'Of each name only the latest version that you may see.' })),
    ...pageAfter('^[a-z0-9][a-z0-9:.@-]{0,127}$'),
  },
  strict,
);
export const SearchQuery = {
  situation: Type.Optional(ListedSituation),
  finished: Type.Optional(Type.Boolean({ description: 'Whether the game has ended.' })),
  ruleset: Type.Optional(Text(128)),
  player: Type.Optional(PersonIdText),
  open: Type.Optional(Type.Boolean({ description: 'Whether somebody could still sit down.' })),
  alias: Type.Optional(Type.String({ maxLength: 64, description: 'How the alias begins.' })),
};
export const GamePageQuery = Type.Object({ ...SearchQuery, ...pageAfter('^[0-9]{1,15}[.][0-9]{1,15}$') }, strict);

const as = { as: Type.Optional(Color) };
const what = { what: oneOf(...OFFERS) };
const command = <const N extends string, F extends Type.TProperties>(type: N, fields: F) =>
  Type.Object({ type: Type.Literal(type), ...fields }, strict);

/** What people and their programs may order, as it travels. */
export const COMMANDS = {
  ConfigureGame: command('ConfigureGame', { options: ConfigureOptions }),
  JoinGame: command('JoinGame', { color: Type.Optional(Color) }),
  LeaveGame: command('LeaveGame', as),
  StartGame: command('StartGame', {}),
  StopGame: command('StopGame', {}),
  PlayMove: command('PlayMove', { move: Text(200), ply: Type.Optional(Whole) }),
  Promote: command('Promote', { role: Text(64) }),
  Offer: command('Offer', { ...what, ...as }),
  Accept: command('Accept', { ...what, ...as }),
  Decline: command('Decline', { ...what, ...as }),
  Withdraw: command('Withdraw', { ...what, ...as }),
  Resign: command('Resign', as),
  Abort: command('Abort', {}),
  ClaimDraw: command('ClaimDraw', {}),
  ClaimVictory: command('ClaimVictory', as),
} as const;

export const AnyCommand = Type.Union(Object.values(COMMANDS));

export type GameOptions = Static<typeof GameOptions>;
export type ForkOptions = Static<typeof ForkOptions>;
export type AnyCommand = Static<(typeof COMMANDS)[keyof typeof COMMANDS]>;
