import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket as NetSocket } from 'node:net';
import {
  afterNews,
  type Client,
  createLobby,
  openClient,
  type Socket,
  type SubscriptionEvent,
} from '@chessmith/client';
import type { api } from '@chessmith/protocol';
import type { Color } from '@chessmith/rules';
import { openServer, readConfiguration } from '@chessmith/server';
import { unwrap } from '@chessmith/std';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';

const platform = { WebSocket: WebSocket as unknown as new (url: string) => Socket };

async function openTestServer(): Promise<string> {
  const flags = { 'http-host': '127.0.0.1', 'http-port': '0', 'log-level': 'silent', data: ':memory:' };
  const server = await openServer(unwrap(readConfiguration(flags, {})));
  onTestFinished(() => server.close());
  return server.address;
}

/** A TCP proxy in front of the server whose connections can be cut. */
async function openProxy(url: string): Promise<{ readonly url: string; cut(): void }> {
  const open = new Set<NetSocket>();
  const proxy = createServer((here) => {
    const there = connect(Number(new URL(url).port), '127.0.0.1');
    for (const socket of [here, there]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        here.destroy();
        there.destroy();
      });
    }
    here.pipe(there).pipe(here);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    proxy.close();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, cut };
}

async function openGuest(url: string, name: string): Promise<{ client: Client; cut(): void; id: string }> {
  const proxy = await openProxy(url);
  const { token, person } = unwrap(await createLobby({ url }).becomeGuest(name));
  const client = openClient({ url: proxy.url, token, platform });
  onTestFinished(() => client.close());
  return { client, cut: proxy.cut, id: person.id };
}

const GAME = 'e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 f3 Be7 Qd2 O-O O-O-O Nbd7 g4 b5 g5 b4'.split(' ');

test('a game over connections that break all the time loses and repeats nothing', async () => {
  const url = await openTestServer();
  const [anna, bert] = [await openGuest(url, 'Anna'), await openGuest(url, 'Bert')];
  const clock = { kind: 'per-player', playerMs: 600_000, incrementMs: 0 } as const;
  const { game } = unwrap(await anna.client.create({ side: 'white', clock }));
  const events: SubscriptionEvent[] = [];
  bert.client.subscribe({ game }, (event) => events.push(event));
  let followed: api.GameView | null = null;
  anna.client.follow(game, {
    view(view) {
      followed = view;
    },
  });
  unwrap(await bert.client.command(game, { type: 'JoinGame' }));
  for (const [ply, move] of GAME.entries()) {
    const [mover, other] = ply % 2 === 0 ? [anna, bert] : [bert, anna];
    const played = mover.client.command(game, { type: 'PlayMove', move, ply });
    if (ply % 2 === 0) mover.cut();
    if (ply % 3 === 0) other.cut();
    expect(unwrap(await played)).toMatchObject({ ply: ply + 1 });
  }

  const view = unwrap(await bert.client.view(game));
  expect(view.moves.map(({ notation }) => notation)).toEqual(GAME);
  // Every version arrives once and in order; only the first event can be a snapshot.
  expect(events.map(({ kind }) => kind).lastIndexOf('snapshot')).toBe(0);
  const news = events.flatMap((what) => ('news' in what ? what.news : []));
  const fleeting: readonly string[] = ['LoggingEvent', 'SubscriptionUpdateEvent', 'WatchersUpdateEvent'];
  const replayed = news.filter(({ node }) => !fleeting.includes(node));
  const versions = replayed.map(({ version }) => version);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  expect(new Set(versions)).toEqual(new Set(Array.from({ length: view.version - 2 }, (_, i) => i + 3)));
  expect(replayed.filter(({ node }) => node === 'TurnUpdateEvent')).toHaveLength(GAME.length);
  await expect.poll(() => followed?.version).toBe(view.version);
  await expect.poll(() => followed?.board?.choices.length).toBeGreaterThan(0);
});

type Side = 'anna' | 'bert';

/** A game with offers, a takeback, a check, a resignation and a rematch. */
const EVENTFUL: readonly (readonly [Side, api.AnyCommand])[] = [
  ['bert', { type: 'JoinGame' }],
  ['anna', { type: 'PlayMove', move: 'e4' }],
  ['bert', { type: 'Offer', what: 'draw' }],
  ['anna', { type: 'Decline', what: 'draw' }],
  ['bert', { type: 'PlayMove', move: 'e5' }],
  ['bert', { type: 'Offer', what: 'takeback' }],
  ['anna', { type: 'Accept', what: 'takeback' }],
  ['bert', { type: 'PlayMove', move: 'd5' }],
  ['anna', { type: 'PlayMove', move: 'Bb5+' }],
  ['bert', { type: 'Resign' }],
  ['anna', { type: 'Offer', what: 'rematch' }],
  ['bert', { type: 'Accept', what: 'rematch' }],
];

/** A game in which a promotion waits for a choice, in a ruleset with pockets. */
const WAITING_PROMOTION: typeof EVENTFUL = [
  ['bert', { type: 'JoinGame' }],
  ['anna', { type: 'PlayMove', move: 'b7a8' }],
  ['anna', { type: 'Promote', role: 'queen' }],
  ['bert', { type: 'PlayMove', move: 'Kd7' }],
];
const CAPTURE_AND_PROMOTE = 'r3k3/1P6/8/8/8/8/8/4K3[] w - - 0 1';

/** A game of a ruleset that counts checks. */
const CHECKS_COUNTED: typeof EVENTFUL = [
  ['bert', { type: 'JoinGame' }],
  ['anna', { type: 'PlayMove', move: 'e4' }],
  ['bert', { type: 'PlayMove', move: 'd5' }],
  ['anna', { type: 'PlayMove', move: 'Bb5+' }],
];

test.each<[string, api.GameOptions, typeof EVENTFUL]>([
  ['without a clock', { side: 'white' }, EVENTFUL],
  ['with a clock', { side: 'white', clock: { kind: 'per-player', playerMs: 3_600_000, incrementMs: 0 } }, EVENTFUL],
  [
    'with pockets',
    { side: 'white', ruleset: 'crazyhouse', setup: { position: CAPTURE_AND_PROMOTE } },
    WAITING_PROMOTION,
  ],
  ['with counters', { side: 'white', ruleset: 'three-check' }, CHECKS_COUNTED],
])('a view updated by news equals the view of the server: a game %s', async (_name, options, commands) => {
  const url = await openTestServer();
  const players = { anna: await openGuest(url, 'Anna'), bert: await openGuest(url, 'Bert') };
  const { game } = unwrap(await players.anna.client.create(options));
  const watcher = await openGuest(url, 'Carl');
  let updated: api.GameView | null = null;
  watcher.client.subscribe({ game }, (what) => {
    if (what.kind === 'snapshot') updated = what.view;
    if ('news' in what) for (const news of what.news) if (updated !== null) updated = afterNews(updated, news);
  });
  await expect.poll(() => updated).not.toBeNull();
  for (const [by, command] of commands) {
    const { version } = unwrap(await players[by].client.command(game, command));
    await expect.poll(() => updated?.version).toBe(version);
    const shown = unwrap(await watcher.client.view(game));
    expect(comparable(updated!), command.type).toEqual(comparable(shown));
  }
});

/** Leaves out the fields that only a view has, such as legal moves, and rounds clocks to minutes. */
function comparable({ board, clocks, ...rest }: api.GameView) {
  const minutes = (color: Color) => clocks && Math.ceil(clocks.remainingMs[color] / 60_000);
  const view = { ...rest, clocks: clocks && [minutes('white'), minutes('black'), clocks.running] };
  if (board === null) return view;
  const { choices: _, claims: __, canWin: ___, outcome: ____, notation: _____, ply: ______, ...shown } = board;
  return { ...view, board: shown };
}

test('a game is forked at any turn, and the same key forks once', async () => {
  const url = await openTestServer();
  const { token } = unwrap(await createLobby({ url }).becomeGuest('Anna'));
  const lobby = createLobby({ url, token });
  const client = openClient({ url, token, platform });
  onTestFinished(() => client.close());
  const { game } = unwrap(await client.create({ hotSeat: true }));
  for (const move of ['e4', 'e5', 'Nf3']) unwrap(await client.command(game, { type: 'PlayMove', move }));
  const fork = unwrap(await lobby.forkGame(game, { ply: 2, hotSeat: true }, 'one'));
  expect(unwrap(await lobby.forkGame(game, { ply: 2, hotSeat: true }, 'one')).game).toBe(fork.game);
  expect(unwrap(await client.view(fork.game))).toMatchObject({
    situation: 'running',
    turn: 'white',
    ply: 0,
    configuration: { origin: { kind: 'fork', of: game, ply: 2 } },
  });
  expect(await lobby.forkGame(game, { ply: 4 })).toMatchObject({ ok: false, error: { code: 'game/no-such-turn' } });
});

test('the client finds games, reads their moves and facts, and reads scores', async () => {
  const url = await openTestServer();
  const { token, person } = unwrap(await createLobby({ url }).becomeGuest('Anna'));
  const { client } = await openGuest(url, 'Bert');
  const lobby = createLobby({ url, token });
  const { game } = unwrap(await client.create({ side: 'white', alias: 'here we are' }));
  const anna = openClient({ url, token, platform });
  onTestFinished(() => anna.close());
  const found = { ok: true, value: { game } };
  expect(await lobby.gameByAlias('here we are')).toMatchObject(found);
  expect(await lobby.openGame('standard')).toMatchObject(found);
  expect(await lobby.openGame('atomic')).toMatchObject({ ok: false, error: { code: 'game/none-available' } });
  unwrap(await anna.command(game, { type: 'JoinGame' }, { wait: false }));
  expect(unwrap(await lobby.moves(game, 'b1')).choices).toEqual([{ kind: 'move', from: 'b1', to: ['a3', 'c3'] }]);
  unwrap(await client.command(game, { type: 'PlayMove', move: 'e4' }));
  const { results } = unwrap(
    await client.query<{ results: { move: string }[] }>({ name: 'ValidMovesAtTurn', game, results: true }),
  );
  expect(results.map(({ move }) => move)).toContain('e5');
  unwrap(await client.command(game, { type: 'Resign' }));
  expect(unwrap(await lobby.facts(game, { type: 'MovePlayed' })).facts).toMatchObject([{ version: 5 }]);
  expect(unwrap(await lobby.facts(game, { after: 5 })).facts.map(({ fact }) => fact.type)).toEqual([
    'PlayerResigned',
    'GameEnded',
  ]);
  expect(unwrap(await lobby.scoresOf(person.id)).score).toMatchObject({ wins: 1, losses: 0 });
  expect(unwrap(await lobby.leaderboard({ last: 2 })).scores).toMatchObject([{ name: 'Anna', rank: 1 }]);
  const quantum = unwrap(await anna.create({ ruleset: 'quantum', hotSeat: true })).game;
  const query = { name: 'InspectionAtTurn', game: quantum, inspection: { about: 'superposition' } } as const;
  expect(await anna.query(query)).toMatchObject({ ok: true, value: { boards: 1 } });
});
