import { setTimeout as pause } from 'node:timers/promises';
import type { GameId, News, Version } from '@chessmith/game';
import type { api } from '@chessmith/protocol';
import { WebSocket } from 'ws';
import type { Venue } from './venue.js';
import { BREATH_MS, PATIENCE_MS, type Said, type Way } from './way.js';

/** What somebody has heard of a game, over all connections: everything up to `version`. */
export type Ear = { version: Version; readonly news: News[] };

export type SocketWay = Way & {
  /** Hears of a game from its beginning; after each break from the last version that was heard. */
  follow(game: GameId): Ear;
  unfollow(game: GameId): void;
};

type Connection = { send(frame: object): Promise<Said | null>; close(): void; readonly closed: Promise<void> };

/** Keeps one connection open, and opens it again wherever the server comes back. Without a token it is a stranger's. */
export function bySocket(venue: Venue, token: string | null): SocketWay {
  const ears = new Map<GameId, Ear>();
  let connection: Promise<Connection> | undefined;
  let isOver = false;

  const subscribe = (to: Connection, game: GameId, { version }: Ear) =>
    to.send({ type: 'subscribe', key: `ear-${game}`, game, after: version });

  async function connect(): Promise<Connection> {
    for (;;) {
      const opened = await openConnection(await venue.find(), token, hear);
      if (opened === null) {
        await pause(BREATH_MS);
        continue;
      }
      void opened.closed.then(() => {
        connection = isOver ? undefined : connect();
      });
      for (const [game, ear] of ears) void subscribe(opened, game, ear);
      return opened;
    }
  }

  function hear(frame: api.ServerFrame): void {
    if (frame.type !== 'missed' && frame.type !== 'news') return;
    const ear = ears.get(frame.game as GameId);
    if (ear === undefined) return;
    const news = frame.news as readonly unknown[] as readonly News[];
    ear.news.push(...news);
    ear.version = Math.max(ear.version, ...news.map(({ version }) => version)) as Version;
    if (frame.type === 'missed') ear.version = frame.version as Version;
  }

  async function send(frame: object): Promise<Said | null> {
    connection ??= connect();
    return (await connection).send(frame);
  }

  let keys = 0;
  return {
    command: (game, order, key) => send({ type: 'command', key, game, command: order }),
    create: (options, key) => send({ type: 'create', key, options }),
    view: (game) => send({ type: 'view', key: `view-${++keys}`, game }),
    say: (game, text, key) => send({ type: 'say', key, game, text }),
    follow(game) {
      const ear: Ear = { version: 0 as Version, news: [] };
      ears.set(game, ear);
      connection ??= connect();
      void connection.then((open) => subscribe(open, game, ear));
      return ear;
    },
    unfollow(game) {
      ears.delete(game);
      void send({ type: 'unsubscribe', key: `done-${game}`, subscription: `ear-${game}` });
    },
    close() {
      isOver = true;
      void connection?.then((open) => open.close());
    },
  };
}

/** Null when the server was gone before the connection stood. */
function openConnection(
  address: string,
  token: string | null,
  hear: (frame: api.ServerFrame) => void,
): Promise<Connection | null> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/socket`, { headers });
  const waiting = new Map<string, (said: Said | null) => void>();
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
    else hear(frame);
  });

  function settle(key: string | undefined, said: Said): void {
    waiting.get(key ?? '')?.(said);
    waiting.delete(key ?? '');
  }

  function send(frame: object): Promise<Said | null> {
    const { key } = frame as { readonly key: string };
    if (socket.readyState !== WebSocket.OPEN) return Promise.resolve(null);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), PATIENCE_MS);
      waiting.set(key, (said) => {
        clearTimeout(timer);
        resolve(said);
      });
      socket.send(JSON.stringify(frame));
    });
  }

  return new Promise((resolve) => {
    socket.on('open', () => resolve({ send, close: () => socket.close(), closed }));
    void closed.then(() => resolve(null));
  });
}
