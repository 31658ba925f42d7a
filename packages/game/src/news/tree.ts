/**
 * The nodes to which clients subscribe. A subscription includes the node's subtree; `under` names the parent. The branch
 * `ServerStateUpdateEvent` is that of the Chess Game Service API; our own nodes are outside of it, so that clients of that
 * API receive only events they know.
 * `replayed`: derived from facts, so the server can resend the news after a given version. Other news is sent once.
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

export const isNewsNode = (name: string): name is NewsNode => Object.hasOwn(NEWS_TREE, name);

/** The node and its ancestors up to the root: subscribers to any of them receive its news. */
export function newsPath(node: NewsNode): readonly NewsNode[] {
  const { under } = NEWS_TREE[node];
  return under === null ? [node] : [node, ...newsPath(under)];
}

/** The node and everything below it. */
export const newsSubtree = (root: NewsNode): readonly NewsNode[] =>
  NEWS_NODES.filter((node) => newsPath(node).includes(root));
