export { afterNews } from './after-news.js';
export { type Client, type ClientOptions, openClient, type Query } from './client.js';
export type { ConnectionState } from './connection.js';
export type { FollowEvents } from './following.js';
export {
  type CheckProgress,
  createLobby,
  type GameSearch,
  type Lobby,
  type RulesetSearch,
  type RulesetUpload,
  type RulesetVisibility,
} from './lobby.js';
export type { Platform, Socket } from './platform.js';
export { CLIENT_CODES, type ClientCode, type ClientResult, type Problem } from './problem.js';
export type { SubscribeOptions, Subscription, SubscriptionEvent } from './subscriptions.js';
