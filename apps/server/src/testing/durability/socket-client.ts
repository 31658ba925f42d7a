import { setTimeout as pause } from 'node:timers/promises';
import type { GameId, News, Version } from '@chessmith/game';
import type { api } from '@chessmith/protocol';
import { WebSocket } from 'ws';
import type { ServerAddress } from './server-address.js';
import { type Answer, RETRY_MS, type TestClient, TIMEOUT_MS } from './test-client.js';

/** The news of a game that a client received over all its connections, up to `version`. */
export type ReceivedNews = { version: Version; readonly news: News[] };

export type SocketClient = TestClient & {
  /** Subscribes from the start of the game; after a reconnect, from the last received version. */
  follow(game: GameId): ReceivedNews;
  unfollow(game: GameId): void;
};

type Connection = { send(frame: object): Promise<Answer | null>; close(): void; readonly closed: Promise<void> };

/** A client with one WebSocket that reconnects when the server is back. Unauthenticated without a token. */
export function socketClient(server: ServerAddress, token: string | null): SocketClient {
  const followed = new Map<GameId, ReceivedNews>();
  let connection: Promise<Connection> | undefined;
  let isClosed = false;

  const subscribe = (to: Connection, game: GameId, { version }: ReceivedNews) =>
    to.send({ type: 'subscribe', key: `news-${game}`, game, after: version });

  async function connect(): Promise<Connection> {
    for (;;) {
      const opened = await openConnection(await server.get(), token, onFrame);
      if (opened === null) {
        await pause(RETRY_MS);
        continue;
      }
      void opened.closed.then(() => {
        connection = isClosed ? undefined : connect();
      });
      for (const [game, received] of followed) void subscribe(opened, game, received);
      return opened;
    }
  }

  function onFrame(frame: api.ServerFrame): void {
    if (frame.type !== 'missed' && frame.type !== 'news') return;
    const received = followed.get(frame.game as GameId);
    if (received === undefined) return;
    const news = frame.news as readonly unknown[] as readonly News[];
    received.news.push(...news);
    received.version = Math.max(received.version, ...news.map(({ version }) => version)) as Version;
    if (frame.type === 'missed') received.version = frame.version as Version;
  }

  async function send(frame: object): Promise<Answer | null> {
    connection ??= connect();
    return (await connection).send(frame);
  }

  let keys = 0;
  return {
    command: (game, command, key) => send({ type: 'command', key, game, command: command }),
    create: (options, key) => send({ type: 'create', key, options }),
    view: (game) => send({ type: 'view', key: `view-${++keys}`, game }),
    say: (game, text, key) => send({ type: 'say', key, game, text }),
    follow(game) {
      const received: ReceivedNews = { version: 0 as Version, news: [] };
      followed.set(game, received);
      connection ??= connect();
      void connection.then((open) => subscribe(open, game, received));
      return received;
    },
    unfollow(game) {
      followed.delete(game);
      void send({ type: 'unsubscribe', key: `done-${game}`, subscription: `news-${game}` });
    },
    close() {
      isClosed = true;
      void connection?.then((open) => open.close());
    },
  };
}

/** Null if the server closed before the connection opened. */
function openConnection(
  address: string,
  token: string | null,
  onFrame: (frame: api.ServerFrame) => void,
): Promise<Connection | null> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/socket`, { headers });
  const waiting = new Map<string, (answer: Answer | null) => void>();
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  void closed.then(() => {
    for (const settle of waiting.values()) settle(null);
    waiting.clear();
  });
  socket.on('error', () => undefined);
  socket.on('message', (text) => {
    const frame = JSON.parse(String(text)) as api.ServerFrame;
    if (frame.type === 'result') settle(frame.key, { ok: true, answer: frame.result });
    else if (frame.type === 'error') settle(frame.key, { ok: false, code: frame.code });
    else onFrame(frame);
  });

  function settle(key: string | undefined, answer: Answer): void {
    waiting.get(key ?? '')?.(answer);
    waiting.delete(key ?? '');
  }

  function send(frame: object): Promise<Answer | null> {
    const { key } = frame as { readonly key: string };
    if (socket.readyState !== WebSocket.OPEN) return Promise.resolve(null);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), TIMEOUT_MS);
      waiting.set(key, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      socket.send(JSON.stringify(frame));
    });
  }

  return new Promise((resolve) => {
    socket.on('open', () => resolve({ send, close: () => socket.close(), closed }));
    void closed.then(() => resolve(null));
  });
}
