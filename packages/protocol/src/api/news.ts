import { NEWS_NODES, type NewsNode } from '@chessmith/game';
import { Type } from 'typebox';
import { Anything, Color, GameIdText, InstantText, nullOr, oneOf, PersonIdText, Situation, Whole } from './common.js';
import { ChatLine, End, Move, Piece, Presence, Problem } from './responses.js';

const Offer = nullOr(Type.Object({ by: Color }));
const Pockets = nullOr(
  Type.Object({ white: Type.Record(Type.String(), Whole), black: Type.Record(Type.String(), Whole) }),
);
const Timer = nullOr(Type.Object({ remainingMs: Whole }));
const board = { pieces: Type.Array(Piece), pockets: Pockets };

/** The payload of each node. Nodes without one only group other nodes. */
export const NEWS_PAYLOADS: { readonly [node in NewsNode]?: Type.TSchema } = {
  LoggingEvent: Type.Object({ message: Type.String() }),
  ServerSituationUpdateEvent: Situation,
  SubscriptionUpdateEvent: Type.Array(Type.String()),
  /** A refusal of the subscriber's own request, made on any of their connections. */
  ServerErrorUpdateEvent: Problem,
  ChessboardUpdateEvent: nullOr(Type.Object(board)),
  GameOverUpdateEvent: nullOr(End),
  GameSituationUpdateEvent: Type.Object({
    kind: oneOf('none', 'check', 'checkmate', 'stalemate', 'promotion'),
    from: Type.Optional(Type.String()),
    to: Type.Optional(Type.String()),
    roles: Type.Optional(Type.Array(Type.String())),
  }),
  MoveHistoryUpdateEvent: Type.Object({ ply: Whole, last: nullOr(Move) }),
  TurnUpdateEvent: nullOr(Color),
  WhitePlayerUpdateEvent: nullOr(PersonIdText),
  BlackPlayerUpdateEvent: nullOr(PersonIdText),
  WhiteTimerUpdateEvent: Timer,
  BlackTimerUpdateEvent: Timer,
  BoardChanged: nullOr(
    Type.Object({
      ...board,
      extra: nullOr(Type.Record(Type.String(), Anything)),
      turn: Color,
      check: Type.Array(Type.String()),
      lastMove: nullOr(Move),
    }),
  ),
  AliasUpdateEvent: nullOr(Type.String()),
  ConfigurationUpdateEvent: nullOr(Type.Object({ ruleset: Type.String() }, { additionalProperties: true })),
  DrawOfferUpdateEvent: Offer,
  TakebackOfferUpdateEvent: nullOr(Type.Object({ by: Color, plies: Whole })),
  RematchUpdateEvent: Type.Object({ offer: Offer, next: nullOr(GameIdText) }),
  ChatEvent: ChatLine,
  WatchersUpdateEvent: Presence,
};

export type ServerNews = {
  readonly node: NewsNode;
  readonly version: number;
  readonly at: string;
  readonly payload: unknown;
};

/** One item of news; `node` decides the shape of its payload. */
export const AnyNews = Type.Unsafe<ServerNews>(
  Type.Union(
    NEWS_NODES.flatMap((node) => {
      const payload = NEWS_PAYLOADS[node];
      return payload === undefined
        ? []
        : [Type.Object({ node: Type.Literal(node), version: Whole, at: InstantText, payload })];
    }),
    { $id: 'News' },
  ),
);
