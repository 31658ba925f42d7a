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

/** Questions that may be asked of any turn; all others are about the present. */
const OF_A_TURN: ReadonlySet<string> = new Set<(typeof QUERIES)[number]>([
  'MoveAtTurn',
  'BoardStateAtTurn',
  'ValidMovesAtTurn',
  'ActivePlayer',
  'UnmovedPositionsAtTurn',
  'InspectionAtTurn',
]);

/** What a question may say beside its name and its game. */
export const QueryFields = {
  turn: Type.Optional(Whole),
  /** For `ValidMovesAtTurn`: each move also as people write it, with the position it leads to. */
  results: Type.Optional(Type.Boolean()),
};
type Asking = { readonly turn?: number; readonly results?: boolean };

/** What is wrong with the further words of a question, in a sentence; null if nothing is. */
export function queryProblem(name: (typeof QUERIES)[number], { turn, results }: Asking): string | null {
  if (name === 'MoveAtTurn' && turn === undefined) return 'MoveAtTurn needs a turn.';
  if (turn !== undefined && !OF_A_TURN.has(name)) return `${name} is about the present: leave the turn out.`;
  return results === undefined || name === 'ValidMovesAtTurn' ? null : 'Only ValidMovesAtTurn has results.';
}

/** What a client may send, by its type. Each is answered once, by its key. */
export const CLIENT_FRAMES = {
  authenticate: clientFrame('authenticate', { token: Type.String({ maxLength: 200 }) }),
  /** The key names the subscription: its news carry it, and `unsubscribe` asks for it. */
  subscribe: clientFrame('subscribe', {
    game: GameIdText,
    /** One or several; each brings all below it. Everything, where it is not said. */
    node: Type.Optional(Type.Union([Node, Type.Array(Node, { minItems: 1, maxItems: NEWS_NODES.length })])),
    after: Type.Optional(Whole),
    /** Whether the news of a fact brings along what this person sees of the board then, and may do. */
    personalView: Type.Optional(Type.Boolean()),
    /** Whether the timer of the side to move is told once a second while its clock runs. */
    ticks: Type.Optional(Type.Boolean()),
  }),
  unsubscribe: clientFrame('unsubscribe', { subscription: Key }),
  create: clientFrame('create', { options: Type.Optional(GameOptions) }),
  /** With `wait: false`, a game that is busy with another command says so at once (`game/busy`). */
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
  /** A sign of life; browsers cannot see those of the WebSocket itself. */
  ping: clientFrame('ping', {}),
} as const;

export type ClientFrameType = keyof typeof CLIENT_FRAMES;
export type ClientFrame = { [T in ClientFrameType]: Static<(typeof CLIENT_FRAMES)[T]> }[ClientFrameType];
export type ClientFrameOf<T extends ClientFrameType> = Extract<ClientFrame, { readonly type: T }>;

const ofSubscription = { subscription: Key, game: GameIdText };

/** What the server sends, by its type. */
export const SERVER_FRAMES = {
  welcome: Type.Object({ type: Type.Literal('welcome'), protocol: Type.Literal(1), person: nullOr(PersonIdText) }),
  result: Type.Object({ type: Type.Literal('result'), key: Key, result: Anything }),
  /** Without a key, the frame could not be read far enough to find one. */
  error: Type.Object({
    type: Type.Literal('error'),
    key: Type.Optional(Key),
    ...Problem.properties,
  }),
  /** What came after the version that the client knew. */
  missed: Type.Object({ type: Type.Literal('missed'), ...ofSubscription, version: Whole, news: Type.Array(AnyNews) }),
  snapshot: Type.Object({
    type: Type.Literal('snapshot'),
    ...ofSubscription,
    version: Whole,
    view: Type.Unsafe<unknown>(Game),
  }),
  /** All that is new after one fact, or one thing that is fleeting. */
  news: Type.Object({
    type: Type.Literal('news'),
    ...ofSubscription,
    news: Type.Array(AnyNews),
    /** What is not the same for everyone, where the subscription wished for it and a fact is the cause. */
    personalView: Type.Optional(Type.Unsafe<unknown>(PersonalViewSchema)),
  }),
} as const;

export type ServerFrameType = keyof typeof SERVER_FRAMES;
export type ServerFrame = { [T in ServerFrameType]: Static<(typeof SERVER_FRAMES)[T]> }[ServerFrameType];
