export { afterNews } from './after-news.js';
export { type Client, type ClientOptions, openClient, type Question } from './client.js';
export type { ConnectionState } from './connection.js';
export type { FollowEvents } from './following.js';
export {
  type CheckProgress,
  type GameSearch,
  type Lobby,
  openLobby,
  type RulesetSearch,
  type RulesetUpload,
  type RulesetVisibility,
} from './lobby.js';
export type { Platform, Socket } from './platform.js';
export { type Answer, CLIENT_CODES, type ClientCode, type Problem } from './problem.js';
export type { Heard, Subscription, SubscriptionWish } from './subscriptions.js';
