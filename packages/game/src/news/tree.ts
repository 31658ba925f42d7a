/**
 * What one can subscribe to. A node brings its whole subtree; `under` names its parent. The branch of
 * `ServerStateUpdateEvent` is seed 000's as it stands; our own nodes grow beside it, so that a client of that contract
 * gets what it knows and nothing else.
 * `replayed`: derived from facts, so what came after a version can be told again. The others are fleeting.
 */
export const NEWS_TREE = {
  ChessGameServiceEvent: { under: null, replayed: false },
  LoggingEvent: { under: 'ChessGameServiceEvent', replayed: false },
  ServerStateUpdateEvent: { under: 'ChessGameServiceEvent', replayed: false },
  ServerSituationUpdateEvent: { under: 'ServerStateUpdateEvent', replayed: true },
  SubscriptionUpdateEvent: { under: 'ServerStateUpdateEvent', replayed: false },
  ServerErrorUpdateEvent: { under: 'ServerStateUpdateEvent', replayed: false },
  GameStateUpdateEvent: { under: 'ServerStateUpdateEvent', replayed: false },
  ChessboardUpdateEvent: { under: 'GameStateUpdateEvent', replayed: true },
  GameOverUpdateEvent: { under: 'GameStateUpdateEvent', replayed: true },
  GameSituationUpdateEvent: { under: 'GameStateUpdateEvent', replayed: true },
  MoveHistoryUpdateEvent: { under: 'GameStateUpdateEvent', replayed: true },
  TurnUpdateEvent: { under: 'GameStateUpdateEvent', replayed: true },
  PlayerUpdateEvent: { under: 'GameStateUpdateEvent', replayed: false },
  WhitePlayerUpdateEvent: { under: 'PlayerUpdateEvent', replayed: true },
  BlackPlayerUpdateEvent: { under: 'PlayerUpdateEvent', replayed: true },
  TimerUpdateEvent: { under: 'GameStateUpdateEvent', replayed: false },
  WhiteTimerUpdateEvent: { under: 'TimerUpdateEvent', replayed: true },
  BlackTimerUpdateEvent: { under: 'TimerUpdateEvent', replayed: true },
  BoardChanged: { under: 'ChessGameServiceEvent', replayed: true },
  AliasUpdateEvent: { under: 'ChessGameServiceEvent', replayed: true },
  ConfigurationUpdateEvent: { under: 'ChessGameServiceEvent', replayed: true },
  OfferUpdateEvent: { under: 'ChessGameServiceEvent', replayed: false },
  DrawOfferUpdateEvent: { under: 'OfferUpdateEvent', replayed: true },
  TakebackOfferUpdateEvent: { under: 'OfferUpdateEvent', replayed: true },
  RematchUpdateEvent: { under: 'OfferUpdateEvent', replayed: true },
  ChatEvent: { under: 'ChessGameServiceEvent', replayed: false },
  WatchersUpdateEvent: { under: 'ChessGameServiceEvent', replayed: false },
} as const satisfies {
  readonly [node: string]: { readonly under: string | null; readonly replayed: boolean };
};

export type NewsNode = keyof typeof NEWS_TREE;

export const NEWS_NODES = Object.keys(NEWS_TREE) as readonly NewsNode[];

/** Whether one can subscribe to it. */
export const isNewsNode = (name: string): name is NewsNode => Object.hasOwn(NEWS_TREE, name);

/** The node itself, its parent and so on up to the root: who subscribes to any of them hears of it. */
export function pathOf(node: NewsNode): readonly NewsNode[] {
  const { under } = NEWS_TREE[node];
  return under === null ? [node] : [node, ...pathOf(under)];
}

/** The node and everything below it. */
export const subtreeOf = (root: NewsNode): readonly NewsNode[] =>
  NEWS_NODES.filter((node) => pathOf(node).includes(root));
