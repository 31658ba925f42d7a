import { NEWS_NODES } from '@chessmith/game';
import { type Static, Type } from 'typebox';
import { Anything, GameIdText, Key, Node, nullOr, oneOf, PersonIdText, strict, Whole } from './common.js';
import { InspectionFields } from './inspection.js';
import { AnyNews } from './news.js';
import { AnyCommand, ChatInput, GameOptions } from './requests.js';
import { Game, PersonalViewSchema, Problem } from './responses.js';

const clientFrame = <const T extends string, F extends Type.TProperties>(type: T, fields: F) =>
  Type.Object({ type: Type.Literal(type), key: Key, ...fields }, strict);

export const QUERIES = [
  'MoveAtTurn',
  'TurnNumber',
  'BoardStateAtTurn',
  'ValidMovesAtTurn',
  'ActivePlayer',
  'UnmovedPositionsAtTurn',
  'DrawOffer',
  'UserGames',
  'GameInformation',
  'MoveHistory',
  'InspectionAtTurn',
] as const;

/** Queries that accept a turn; all others are about the current one. */
const OF_A_TURN: ReadonlySet<string> = new Set<(typeof QUERIES)[number]>([
  'MoveAtTurn',
  'BoardStateAtTurn',
  'ValidMovesAtTurn',
  'ActivePlayer',
  'UnmovedPositionsAtTurn',
  'InspectionAtTurn',
]);

/** Optional parameters of a query. */
export const QueryFields = {
  turn: Type.Optional(Whole),
  /** For `ValidMovesAtTurn`: adds each move in notation and the position after it. */
  results: Type.Optional(Type.Boolean()),
};
type Asking = { readonly turn?: number; readonly results?: boolean };

/** The sentence that says what is wrong with the parameters of a query; null if they are valid. */
export function queryProblem(name: (typeof QUERIES)[number], { turn, results }: Asking): string | null {
  if (name === 'MoveAtTurn' && turn === undefined) return 'MoveAtTurn needs a turn.';
  if (turn !== undefined && !OF_A_TURN.has(name)) return `${name} is about the present: leave the turn out.`;
  return results === undefined || name === 'ValidMovesAtTurn' ? null : 'Only ValidMovesAtTurn has results.';
}

/** Requests by type. The server answers each once, with the same key. */
export const CLIENT_FRAMES = {
  authenticate: clientFrame('authenticate', { token: Type.String({ maxLength: 200 }) }),
  /** The key names the subscription in its news and in `unsubscribe`. */
  subscribe: clientFrame('subscribe', {
    game: GameIdText,
    /** One or several nodes, each with its whole subtree. All nodes by default. */
    node: Type.Optional(Type.Union([Node, Type.Array(Node, { minItems: 1, maxItems: NEWS_NODES.length })])),
    after: Type.Optional(Whole),
    /** Adds the subscriber's personal view, with the legal moves, to the news of each fact. */
    personalView: Type.Optional(Type.Boolean()),
    /** Sends the timer of the side to move every second while its clock runs. */
    ticks: Type.Optional(Type.Boolean()),
  }),
  unsubscribe: clientFrame('unsubscribe', { subscription: Key }),
  create: clientFrame('create', { options: Type.Optional(GameOptions) }),
  /** With `wait: false`, a game that is busy with another command refuses at once (`game/busy`). */
  command: clientFrame('command', { game: GameIdText, command: AnyCommand, wait: Type.Optional(Type.Boolean()) }),
  view: clientFrame('view', { game: GameIdText }),
  query: clientFrame('query', {
    query: Type.Object(
      {
        name: oneOf(...QUERIES),
        game: Type.Optional(GameIdText),
        person: Type.Optional(PersonIdText),
        ...QueryFields,
        inspection: Type.Optional(Type.Object(InspectionFields, strict)),
      },
      strict,
    ),
  }),
  say: clientFrame('say', { game: GameIdText, ...ChatInput.properties }),
  /** A heartbeat for browsers, which cannot see the pings of the WebSocket protocol. */
  ping: clientFrame('ping', {}),
} as const;

export type ClientFrameType = keyof typeof CLIENT_FRAMES;
export type ClientFrame = { [T in ClientFrameType]: Static<(typeof CLIENT_FRAMES)[T]> }[ClientFrameType];
export type ClientFrameOf<T extends ClientFrameType> = Extract<ClientFrame, { readonly type: T }>;

const ofSubscription = { subscription: Key, game: GameIdText };

/** Frames of the server, by type. */
export const SERVER_FRAMES = {
  welcome: Type.Object({ type: Type.Literal('welcome'), protocol: Type.Literal(1), person: nullOr(PersonIdText) }),
  result: Type.Object({ type: Type.Literal('result'), key: Key, result: Anything }),
  /** Has no key if the request was too malformed to find one. */
  error: Type.Object({
    type: Type.Literal('error'),
    key: Type.Optional(Key),
    ...Problem.properties,
  }),
  /** The news after the version that the client named. */
  missed: Type.Object({ type: Type.Literal('missed'), ...ofSubscription, version: Whole, news: Type.Array(AnyNews) }),
  snapshot: Type.Object({
    type: Type.Literal('snapshot'),
    ...ofSubscription,
    version: Whole,
    view: Type.Unsafe<unknown>(Game),
  }),
  /** The news of one fact, or one event that is not stored. */
  news: Type.Object({
    type: Type.Literal('news'),
    ...ofSubscription,
    news: Type.Array(AnyNews),
    /** Only if the subscription asked for it, and only for news of a fact. */
    personalView: Type.Optional(Type.Unsafe<unknown>(PersonalViewSchema)),
  }),
} as const;

export type ServerFrameType = keyof typeof SERVER_FRAMES;
export type ServerFrame = { [T in ServerFrameType]: Static<(typeof SERVER_FRAMES)[T]> }[ServerFrameType];
