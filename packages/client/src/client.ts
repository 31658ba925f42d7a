import type { api } from '@chessmith/protocol';
import type { Inspection } from '@chessmith/rules';
import { type ConnectionState, openConnection } from './connection.js';
import { type FollowEvents, follow } from './following.js';
import { type Platform, platform as thisPlatform } from './platform.js';
import type { ClientResult } from './problem.js';
import { openRequests } from './requests.js';
import {
  createSubscriptions,
  type SubscribeOptions,
  type Subscription,
  type SubscriptionEvent,
} from './subscriptions.js';

export type ClientOptions = {
  /** The address of the server, for example `http://localhost:8080`. */
  readonly url: string;
  /** The caller's token; browsers may use their cookie instead. */
  readonly token?: string;
  readonly platform?: Partial<Platform>;
  readonly heartbeatMs?: number;
};

export type Query = {
  readonly name: api.QueryName;
  readonly game?: string;
  readonly person?: string;
  readonly turn?: number;
  /** For `InspectionAtTurn`: what to inspect. */
  readonly inspection?: Inspection;
  /** For `ValidMovesAtTurn`: adds the position after each move. */
  readonly results?: boolean;
};

/**
 * A connection to a server over one WebSocket that reconnects by itself. Commands and chat lines without a response are sent again
 * with their key, so that each takes effect once; subscriptions resume where they were.
 */
export type Client = {
  readonly state: ConnectionState;
  /** Calls the listener on every change of the state. Returns a function that stops it. */
  onState(listener: (state: ConnectionState) => void): () => void;
  create(options: api.GameOptions): ClientResult<api.ResponseOf<'CreationReceipt'>>;
  /** With `wait: false`, a game that is busy with another command refuses at once (`game/busy`). */
  command(
    game: string,
    command: api.AnyCommand,
    how?: { readonly wait?: boolean },
  ): ClientResult<api.ResponseOf<'CommandReceipt'>>;
  view(game: string): ClientResult<api.GameView>;
  query<T>(query: Query): ClientResult<T>;
  say(game: string, text: string): ClientResult<api.ResponseOf<'ChatLine'>>;
  subscribe(options: SubscribeOptions, listener: (event: SubscriptionEvent) => void): Subscription;
  /** Keeps a view of a game up to date. */
  follow(game: string, events: FollowEvents): Subscription;
  /** Checks the connection at once. For programs that slept or that changed networks. */
  wake(): void;
  close(): void;
};

/** Connects. Requests before the connection is open wait for it. */
export function openClient({ url, token, heartbeatMs, ...options }: ClientOptions): Client {
  const platform = thisPlatform(options.platform);
  const newKey = keys(platform);
  const watchers = new Set<(state: ConnectionState) => void>();
  const send = (frame: object): boolean => connection.send(frame);
  const requests = openRequests(newKey, (frame) => send(frame));
  const subscriptions = createSubscriptions(newKey, (frame) => send(frame));
  const connection = openConnection(
    `${url.replace(/^http/, 'ws')}/api/socket`,
    platform,
    {
      opened() {
        if (token !== undefined) send({ type: 'authenticate', key: newKey(), token });
        subscriptions.resume();
        requests.resend();
      },
      received(frame) {
        if (subscriptions.receive(frame)) return;
        if (frame.type === 'result') requests.respond(frame.key, { value: frame.result });
        if (frame.type === 'error' && frame.key !== undefined) {
          const { type: _, key, ...problem } = frame;
          requests.respond(key, { problem });
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

/** Makes unique keys: a random prefix and a counter. */
function keys({ crypto }: Platform): () => string {
  const bytes = new Uint8Array(12);
  crypto.getRandomValues(bytes);
  const beginning = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  let count = 0;
  return () => `${beginning}-${++count}`;
}
