import type { api } from '@chessmith/protocol';
import type { Inspection } from '@chessmith/rules';
import { type ConnectionState, openConnection } from './connection.js';
import { type FollowEvents, follow } from './following.js';
import { type Platform, platform as thisPlatform } from './platform.js';
import type { ClientResult } from './problem.js';
import { openRequests } from './requests.js';
import {
  openSubscriptions,
  type SubscribeOptions,
  type Subscription,
  type SubscriptionEvent,
} from './subscriptions.js';

export type ClientOptions = {
  /** Where the server is, as `http://localhost:8080`. */
  readonly url: string;
  /** Who speaks; a browser may leave it to its cookie. */
  readonly token?: string;
  readonly platform?: Partial<Platform>;
  readonly heartbeatMs?: number;
};

export type Query = {
  readonly name: api.QueryName;
  readonly game?: string;
  readonly person?: string;
  readonly turn?: number;
  /** For `InspectionAtTurn`: what to look at more closely, where the rules have more to tell than their view. */
  readonly inspection?: Inspection;
  /** Of `ValidMovesAtTurn`: where each move leads. */
  readonly results?: boolean;
};

/**
 * A server, over one WebSocket that opens itself again when it breaks. Orders and lines of chat whose answer was lost are
 * sent again under the same key, so each takes effect once; subscriptions go on where they were.
 */
export type Client = {
  readonly state: ConnectionState;
  /** Is told of every change of the state, until the returned function is called. */
  onState(listener: (state: ConnectionState) => void): () => void;
  create(options: api.GameOptions): ClientResult<api.ResponseOf<'CreationReceipt'>>;
  /** With `wait: false`, a game that is busy with another command refuses with `game/busy` instead of letting this one wait. */
  command(
    game: string,
    command: api.AnyCommand,
    how?: { readonly wait?: boolean },
  ): ClientResult<api.ResponseOf<'CommandReceipt'>>;
  view(game: string): ClientResult<api.GameView>;
  query<T>(query: Query): ClientResult<T>;
  say(game: string, text: string): ClientResult<api.ResponseOf<'ChatLine'>>;
  subscribe(options: SubscribeOptions, listener: (heard: SubscriptionEvent) => void): Subscription;
  /** Keeps a view of a game up to date. */
  follow(game: string, events: FollowEvents): Subscription;
  /** For a program that slept, or has just come back to the network: finds out at once whether the line is alive. */
  wake(): void;
  close(): void;
};

/** Connects; whatever is asked for before the connection is open waits for it. */
export function openClient({ url, token, heartbeatMs, ...options }: ClientOptions): Client {
  const platform = thisPlatform(options.platform);
  const newKey = keys(platform);
  const watchers = new Set<(state: ConnectionState) => void>();
  const send = (frame: object): boolean => connection.send(frame);
  const requests = openRequests(newKey, (frame) => send(frame));
  const subscriptions = openSubscriptions(newKey, (frame) => send(frame));
  const connection = openConnection(
    `${url.replace(/^http/, 'ws')}/api/socket`,
    platform,
    {
      opened() {
        if (token !== undefined) send({ type: 'authenticate', key: newKey(), token });
        subscriptions.resume();
        requests.resend();
      },
      heard(frame) {
        if (subscriptions.hear(frame)) return;
        if (frame.type === 'result') requests.answer(frame.key, { value: frame.result });
        if (frame.type === 'error' && frame.key !== undefined) {
          const { type: _, key, ...problem } = frame;
          requests.answer(key, { problem });
        }
      },
      changed(state) {
        for (const watcher of watchers) watcher(state);
      },
    },
    heartbeatMs,
  );
  const ask = <T>(frame: object) => requests.ask(frame) as ClientResult<T>;
  const subscribe: Client['subscribe'] = (options, listener) => subscriptions.subscribe(options, listener);
  const view: Client['view'] = (game) => ask({ type: 'view', game });

  return {
    get state() {
      return connection.state;
    },
    onState(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    create: (options) => ask({ type: 'create', options }),
    command: (game, command, how) => ask({ type: 'command', game, command, ...how }),
    view,
    query: (query) => ask({ type: 'query', query }),
    say: (game, text) => ask({ type: 'say', game, text }),
    subscribe,
    follow: (game, events) => follow(game, events, { subscribe, view, now: Date.now }),
    wake: () => connection.wake(),
    close() {
      requests.close();
      connection.close();
    },
  };
}

/** Keys that nobody else has: those of one client count up after a random beginning. */
function keys({ crypto }: Platform): () => string {
  const bytes = new Uint8Array(12);
  crypto.getRandomValues(bytes);
  const beginning = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  let count = 0;
  return () => `${beginning}-${++count}`;
}
