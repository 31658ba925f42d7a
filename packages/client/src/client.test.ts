import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type Client, openClient } from './client.js';
import type { Socket } from './platform.js';
import type { SubscriptionEvent } from './subscriptions.js';

type Frame = { readonly type: string; readonly key: string; readonly [name: string]: unknown };
/** One connection, seen from the server. */
type Line = {
  readonly hears: (wanted: Partial<Frame>) => Promise<Frame>;
  readonly heard: readonly Frame[];
  say(frame: object): void;
  cut(): void;
};

const GAME = 'aaaaaaaaaaaa';
let server: WebSocketServer;
let clients: Client[] = [];

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
});
afterEach(async () => {
  for (const client of clients) client.close();
  clients = [];
  for (const socket of server.clients) socket.terminate();
  await new Promise((resolve) => server.close(resolve));
});

function connect(options: { readonly token?: string } = {}): Client {
  const { port } = server.address() as AddressInfo;
  const client = openClient({
    url: `http://127.0.0.1:${port}`,
    platform: { WebSocket: WebSocket as unknown as new (url: string) => Socket },
    ...options,
  });
  clients.push(client);
  return client;
}

/** Waits for the next connection and welcomes it. */
async function nextLine(): Promise<Line> {
  const [socket] = (await once(server, 'connection')) as [WebSocket];
  const heard: Frame[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)));
    for (const look of waiting) look();
  });
  const say = (frame: object) => socket.send(JSON.stringify(frame));
  say({ type: 'welcome', protocol: 1, person: null });
  return {
    heard,
    say,
    cut: () => socket.terminate(),
    hears: (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          const found = heard.find((frame) => Object.entries(wanted).every(([name, value]) => frame[name] === value));
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}

const move = { type: 'PlayMove', move: 'e2e4' } as const;
const news = (version: number, node = 'TurnUpdateEvent') => ({ node, version, at: '', payload: null });

test('commands wait for the connection, and each response is matched by its key', async () => {
  const client = connect();
  const answers = [client.command(GAME, move), client.view(GAME)];
  const line = await nextLine();
  const [order, view] = [await line.hears({ type: 'command', game: GAME }), await line.hears({ type: 'view' })];
  expect(order.command).toEqual(move);
  line.say({ type: 'error', key: view.key, code: 'game/not-found', message: 'No such game.' });
  line.say({ type: 'result', key: order.key, result: { ply: 1 } });
  expect(await answers[0]).toEqual({ ok: true, value: { ply: 1 } });
  expect(await answers[1]).toEqual({ ok: false, error: { code: 'game/not-found', message: 'No such game.' } });
});

test('two clients never use the same key, since both may act for the same person', async () => {
  const keys: string[] = [];
  for (let count = 0; count < 2; count++) {
    void connect().command(GAME, move);
    const line = await nextLine();
    keys.push((await line.hears({ type: 'command' })).key);
  }
  expect(keys[0]).not.toBe(keys[1]);
});

test.each([
  ['http://localhost:8080', 'ws://localhost:8080/api/socket'],
  ['https://chess.example', 'wss://chess.example/api/socket'],
])('the socket of a server at %s is %s', (url, wanted) => {
  const opened: string[] = [];
  class Line {
    constructor(address: string) {
      opened.push(address);
    }
    close(): void {}
  }
  openClient({ url, platform: { WebSocket: Line as unknown as new (url: string) => Socket } }).close();
  expect(opened).toEqual([wanted]);
});

test.each([
  ['a command', (client: Client) => client.command(GAME, move), { type: 'command', command: move }],
  ['a chat line', (client: Client) => client.say(GAME, 'Hello'), { type: 'say', text: 'Hello' }],
])('%s without a response is sent again with its key', async (_, ask, frame) => {
  const client = connect();
  const answer = ask(client);
  const line = await nextLine();
  const { key } = await line.hears({ type: frame.type });
  line.cut();
  const again = await nextLine();
  expect(await again.hears({ type: frame.type })).toMatchObject({ key, ...frame });
  again.say({ type: 'result', key, result: { ply: 1 } });
  expect(await answer).toEqual({ ok: true, value: { ply: 1 } });
});

test('following a game asks for a view only if news did not include it, and shows no outdated moves meanwhile', async () => {
  const client = connect();
  const shown: unknown[] = [];
  client.follow(GAME, { view: ({ version, board }) => shown.push([version, board?.choices]) });
  const line = await nextLine();
  const { key } = await line.hears({ type: 'subscribe', game: GAME, personalView: true });
  const view = {
    version: 4,
    yours: ['white'],
    joinCode: null,
    clocks: null,
    board: { turn: 'white', choices: ['first'] },
  };
  const about = { subscription: key, game: GAME };
  line.say({ type: 'snapshot', ...about, version: 4, view });
  const personalView = { yours: ['white'], joinCode: null, board: { turn: 'black', choices: ['second'] } };
  line.say({ type: 'news', ...about, news: [news(5)], personalView });
  line.say({ type: 'news', ...about, news: [news(6)] });
  const asked = await line.hears({ type: 'view' });
  expect(shown).toEqual([
    [4, ['first']],
    [5, ['second']],
    [6, []],
  ]);
  line.say({ type: 'result', key: asked.key, result: { ...view, version: 6, board: { choices: ['third'] } } });
  await expect.poll(() => shown.at(-1)).toEqual([6, ['third']]);
  expect(line.heard.filter(({ type }) => type === 'view')).toHaveLength(1);
});

test('after a reconnect the client authenticates and then resumes its subscription after the last version', async () => {
  const client = connect({ token: 'secret' });
  const heard: SubscriptionEvent[] = [];
  const subscription = client.subscribe({ game: GAME, node: 'GameStateUpdateEvent' }, (what) => heard.push(what));
  const line = await nextLine();
  const { key } = await line.hears({ type: 'subscribe', game: GAME, node: 'GameStateUpdateEvent' });
  expect(line.heard.map(({ type }) => type)).toEqual(['authenticate', 'subscribe']);
  line.say({ type: 'snapshot', subscription: key, game: GAME, version: 3, view: {} });
  line.say({ type: 'result', key, result: {} });
  line.say({ type: 'news', subscription: key, game: GAME, news: [news(4), news(4)] });
  await expect.poll(() => heard.length).toBe(2);
  line.cut();
  const again = await nextLine();
  expect(await again.hears({ type: 'subscribe' })).toMatchObject({ key, after: 4 });
  expect(again.heard[0]).toMatchObject({ type: 'authenticate', token: 'secret' });
  again.say({ type: 'missed', subscription: key, game: GAME, version: 6, news: [news(5), news(6)] });
  // Events that do not come from facts may arrive early, and say nothing about the version.
  again.say({
    type: 'news',
    subscription: key,
    game: GAME,
    news: [news(7, 'ChatEvent'), news(7, 'WatchersUpdateEvent')],
  });
  await expect.poll(() => heard.map(({ kind }) => kind)).toEqual(['snapshot', 'news', 'missed', 'news']);
  again.cut();
  const third = await nextLine();
  expect(await third.hears({ type: 'subscribe' })).toMatchObject({ after: 6 });
  subscription.unsubscribe();
  await third.hears({ type: 'unsubscribe', subscription: key });
  third.say({ type: 'news', subscription: key, game: GAME, news: [news(7)] });
  third.cut();
  const fourth = await nextLine();
  void client.view(GAME);
  await fourth.hears({ type: 'view' });
  expect(fourth.heard.map(({ type }) => type)).toEqual(['authenticate', 'view']);
  expect(heard).toHaveLength(4);
});

test('a subscription starts after the version that the caller knows', async () => {
  const client = connect();
  client.subscribe({ game: GAME, after: 12 }, () => undefined);
  const line = await nextLine();
  expect(await line.hears({ type: 'subscribe' })).toMatchObject({ game: GAME, after: 12 });
});

test('a refused subscription reports the reason and is not sent again', async () => {
  const client = connect();
  const heard: SubscriptionEvent[] = [];
  client.subscribe({ game: GAME }, (what) => heard.push(what));
  const line = await nextLine();
  const { key } = await line.hears({ type: 'subscribe' });
  line.say({ type: 'error', key, code: 'game/not-found', message: 'No such game.' });
  await expect
    .poll(() => heard)
    .toEqual([{ kind: 'refused', problem: { code: 'game/not-found', message: 'No such game.' } }]);
  line.cut();
  const again = await nextLine();
  void client.view(GAME);
  await again.hears({ type: 'view' });
  expect(again.heard.map(({ type }) => type)).not.toContain('subscribe');
});

test('wake probes the connection at once', async () => {
  const client = connect();
  const states: string[] = [];
  const stopWatching = client.onState((state) => states.push(state));
  const line = await nextLine();
  await expect.poll(() => client.state).toBe('open');
  client.wake();
  await line.hears({ type: 'ping' });
  line.cut();
  await expect.poll(() => client.state).toBe('reconnecting');
  stopWatching();
  client.wake();
  await nextLine();
  await expect.poll(() => client.state).toBe('open');
  expect(states).toEqual(['open', 'reconnecting']);
});

test('close answers every open request and does not reconnect', async () => {
  const client = connect();
  const answer = client.command(GAME, move);
  const line = await nextLine();
  await line.hears({ type: 'command' });
  client.close();
  expect(await answer).toMatchObject({ ok: false, error: { code: 'client/closed' } });
  expect(await client.command(GAME, move)).toMatchObject({ ok: false, error: { code: 'client/closed' } });
  expect(client.state).toBe('closed');
});

test('unknown frames of a later server version are ignored', async () => {
  const client = connect();
  const answer = client.view(GAME);
  const line = await nextLine();
  const { key } = await line.hears({ type: 'view' });
  for (const frame of [{ type: 'weather' }, [], null, { type: 'result', key: 'unknown', result: 1 }]) line.say(frame!);
  line.say({ type: 'result', key, result: { id: GAME } });
  expect(await answer).toEqual({ ok: true, value: { id: GAME } });
});
