import { OFFER_KINDS } from '@chessmith/game';
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

/** Characters: enough for a board file or for a quantum position with some hundred boards. */
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
    description: 'The start of the game: a position in the notation of its ruleset, or a Chess960 number.',
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
      { ...strict, description: 'You may name only yourself.' },
    ),
  ),
  against: Type.Optional(
    Type.Unsafe<'people' | 'computer'>({
      ...oneOf('people', 'computer'),
      description: 'There are no computer players yet: `computer` is refused (`game/no-computer`).',
    }),
  ),
  isPrivate: Type.Optional(Type.Boolean()),
  isRated: Type.Optional(
    Type.Boolean({ description: 'There are no rated games yet: `true` is refused (`game/no-ratings`).' }),
  ),
  autoStart: Type.Optional(Type.Boolean()),
  hotSeat: Type.Optional(Type.Boolean()),
  openSeats: Type.Optional(Type.Boolean()),
  chat: Type.Optional(oneOf('one-room', 'separate-rooms', 'off')),
  abandonedAfterMs: Type.Optional(
    Type.Unsafe<number | null>({
      ...nullOr(Milliseconds),
      description:
        'Milliseconds that a player must be away before the opponent may claim the win; at least 10000 (`game/abandoned-too-soon`), or null for never.',
    }),
  ),
};

/** A fork keeps the ruleset of its game and starts from one of its positions. */
const { ruleset: _ruleset, setup: _setup, ...forkable } = configurable;

const named = { alias: Type.Optional(Text(64)) };

/** How to create a game; every field is optional. */
export const GameOptions = Type.Object(
  {
    ...configurable,
    ...named,
    configureLater: Type.Optional(
      Type.Boolean({ description: 'With `true`, `alias` is the only other option (`game/options-too-early`).' }),
    ),
  },
  strict,
);
/** How to configure a game that exists already. */
export const ConfigureOptions = Type.Object({ ...configurable, ...named }, strict);
/** How to fork a game. */
export const ForkOptions = Type.Object({ ply: Whole, ...forkable, ...named }, strict);

export const GuestOptions = Type.Object({ name: Type.Optional(Type.String({ maxLength: 200 })) }, strict);
export const Rename = Type.Object({ name: nullOr(Type.String({ maxLength: 200 })) }, strict);
export const ChatInput = Type.Object(
  { text: Text(2000), room: Type.Optional(oneOf('all', 'players', 'watchers')) },
  strict,
);

/** Characters. JSON escapes at most double the length; the exact limit in bytes is checked later. */
const LONGEST_SOURCE = 2 ** 20;
const upload = {
  file: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'The file name. Its extension gives the format, the rest is the default name.',
    }),
  ),
  format: Type.Optional(
    Type.String({ maxLength: 20, description: '`python`, `typescript`, `javascript`, `prolog` or `json`.' }),
  ),
  name: Type.Optional(
    Type.String({
      maxLength: 60,
      description: 'The name of the ruleset; required if neither the rules nor `file` give one (`rulesets/no-name`).',
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
  after: Type.Optional(Type.String({ pattern, description: 'The `next` of the previous page.' })),
});
export const RulesetSearchQuery = Type.Object(
  {
    text: Type.Optional(
      Type.String({
        maxLength: 60,
        description: 'Words that must each occur in the name, the description or the name of the author.',
      }),
    ),
    author: Type.Optional(PersonIdText),
    latest: Type.Optional(Type.Boolean({ description: 'Only the latest version of each name that you may see.' })),
    ...pageAfter('^[a-z0-9][a-z0-9:.@-]{0,127}$'),
  },
  strict,
);
export const SearchQuery = {
  situation: Type.Optional(ListedSituation),
  finished: Type.Optional(Type.Boolean({ description: 'Whether the game has ended.' })),
  ruleset: Type.Optional(Text(128)),
  player: Type.Optional(PersonIdText),
  open: Type.Optional(Type.Boolean({ description: 'Whether a seat is free.' })),
  alias: Type.Optional(Type.String({ maxLength: 64, description: 'A prefix of the alias.' })),
};
export const GamePageQuery = Type.Object({ ...SearchQuery, ...pageAfter('^[0-9]{1,15}[.][0-9]{1,15}$') }, strict);

const as = { as: Type.Optional(Color) };
const what = { what: oneOf(...OFFER_KINDS) };
const command = <const N extends string, F extends Type.TProperties>(type: N, fields: F) =>
  Type.Object({ type: Type.Literal(type), ...fields }, strict);

/** Commands of clients, by type. */
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
