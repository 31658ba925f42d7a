import { Parser } from '@asyncapi/parser';
import { NEWS_NODES, newsSubtree } from '@chessmith/game';
import { api } from '@chessmith/protocol';
import { expect, test } from 'vitest';
import { advancingClock } from '../testing/advancing-clock.js';
import {
  call,
  callMethod,
  create,
  findMoves,
  joinGame,
  promoteTo,
  running,
  TO_THE_LAST_RANK,
} from '../testing/chess-game-service.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';

type Guest = Awaited<ReturnType<TestServer['guest']>>;
type Frame = { readonly type: string; readonly news?: readonly { readonly node: string }[] };

const ERROR = 0;

test('the AsyncAPI document is valid for its parser', async () => {
  const { contract } = await startTestServer();
  const errorsIn = async (document: object) =>
    (await new Parser().parse(JSON.stringify(document))).diagnostics.filter(({ severity }) => severity === ERROR);
  expect(await errorsIn(contract.asyncapi)).toEqual([]);
  const broken = structuredClone(contract.asyncapi);
  delete broken.channels.socket.messages.news;
  expect(await errorsIn(broken)).not.toEqual([]);
});

test('games over /api/socket use every message, command, query and node of the document', async () => {
  const clock = advancingClock();
  const testServer = await startTestServer({}, undefined, { clock });
  const { executed, answered, frames } = await playEverything(testServer, clock.advance);
  expect(Object.keys(api.COMMANDS).filter((command) => !executed.has(command))).toEqual([]);
  expect(api.QUERIES.filter((query) => !answered.has(query))).toEqual([]);
  const sent = new Set(frames.flatMap(({ type, news }) => (type === 'news' ? news!.map(({ node }) => node) : [])));
  const leaves = NEWS_NODES.filter((node) => newsSubtree(node).length === 1);
  expect(leaves.filter((node) => !sent.has(node))).toEqual([]);
  expect(unused(testServer, '/api/socket')).toEqual([]);
});

test('a game over the Chess Game Service WebSocket uses every message of the document', async () => {
  const testServer = await startTestServer();
  const limit = { timeConstraint: { type: 'PlayerLimit', time: { value: 5, unit: 'MINUTES' } } };
  const { white, black, play } = await running(testServer, limit);
  await callMethod(white, findMoves('a2'));
  await play(TO_THE_LAST_RANK);
  await callMethod(white, promoteTo('Knight'));
  await black.waitFor({ event: { type: 'WhiteTimerUpdateEvent' } });
  await white.waitFor({ event: { type: 'BlackTimerUpdateEvent' } });
  const mated = await running(testServer);
  await mated.play(['f2f3', 'e7e6', 'g2g4', 'd8h4']);
  await callMethod(await testServer.socket(await create(testServer)), joinGame('WHITE', 'Eve'));
  await callMethod(white, call('ApplyMove'));
  expect(unused(testServer, '/game/connect/any/websocket')).toEqual([]);
});

/** The messages of a channel that have not been sent yet. */
function unused({ contract }: TestServer, path: string): readonly string[] {
  return [...contract.sentByServer(path), ...contract.sentByClient(path)].filter(
    (name) => !contract.seenMessages.has(name),
  );
}

/** Plays games of two people and a watcher with every documented command, query and news node. */
async function playEverything(testServer: TestServer, advance: (ms: number) => void) {
  const [anna, bert] = [await testServer.guest('Anna'), await testServer.guest('Bert')];
  const watcher = await testServer.socket('/api/socket');
  const open = async (guest: Guest) => {
    const socket = await testServer.socket('/api/socket');
    await socket.request({ type: 'authenticate', token: guest.token });
    return socket;
  };
  const [white, black] = [await open(anna), await open(bert)];
  const [executed, answered] = [new Set<string>(), new Set<string>()];

  const make = async (options: object): Promise<string> => {
    const { result } = await white.request({ type: 'create', options });
    await watcher.request({ type: 'subscribe', key: `all of ${result.game}`, game: result.game, personalView: true });
    return result.game;
  };
  const command = async (client: typeof white, game: string, type: string, fields: object = {}) => {
    const reply = await client.request({ type: 'command', game, command: { type, ...fields } });
    expect(reply, `${type} ${JSON.stringify(reply)}`).toMatchObject({ type: 'result' });
    executed.add(type);
  };
  const query = async (name: string, fields: object) => {
    const reply = await white.request({ type: 'query', query: { name, ...fields } });
    expect(reply).toMatchObject({ type: 'result' });
    answered.add(name);
  };

  const clock = { kind: 'per-player', playerMs: 600_000, incrementMs: 1000 };
  const game = await make({ configureLater: true });
  await command(white, game, 'ConfigureGame', {
    options: { clock, autoStart: false, side: 'white', alias: 'everything' },
  });
  await command(black, game, 'JoinGame', { color: 'black' });
  await command(black, game, 'LeaveGame');
  await command(black, game, 'JoinGame');
  await command(white, game, 'StartGame');
  for (const [index, move] of TO_THE_LAST_RANK.entries())
    await command(index % 2 === 0 ? white : black, game, 'PlayMove', { move, ply: index });
  await white.request({ type: 'subscribe', key: 'errors', game, node: 'ServerErrorUpdateEvent' });
  await white.request({ type: 'command', game, command: { type: 'PlayMove', move: 'e2e4' } });
  await command(white, game, 'Promote', { role: 'rook' });
  await command(white, game, 'Offer', { what: 'takeback' });
  await command(black, game, 'Decline', { what: 'takeback' });
  await command(black, game, 'Offer', { what: 'draw' });
  await command(black, game, 'Withdraw', { what: 'draw' });
  await white.request({ type: 'say', game, text: 'Good luck' });
  for (const name of api.QUERIES) {
    if (name === 'UserGames') await query(name, { person: anna.id });
    else if (name !== 'InspectionAtTurn') await query(name, { game, ...(name === 'MoveAtTurn' && { turn: 1 }) });
  }
  await command(black, game, 'Resign');
  await command(white, game, 'Offer', { what: 'rematch' });
  await command(black, game, 'Accept', { what: 'rematch' });

  const quantum = await make({ ruleset: 'quantum', side: 'both', hotSeat: true });
  await query('InspectionAtTurn', { game: quantum, inspection: { about: 'marginals' } });
  await command(white, quantum, 'Abort');
  await command(white, await make({ side: 'white' }), 'StopGame');
  const drawn = await make({ side: 'white', setup: { position: '7k/8/8/8/8/8/R7/K7 w - - 99 80', profile: 'fide' } });
  await command(black, drawn, 'JoinGame');
  await command(white, drawn, 'PlayMove', { move: 'a2b2' });
  await command(black, drawn, 'ClaimDraw');
  const left = await make({ side: 'white', abandonedAfterMs: 10_000 });
  await command(black, left, 'JoinGame');
  await command(white, left, 'PlayMove', { move: 'e2e4' });
  await command(black, left, 'PlayMove', { move: 'e7e5' });
  advance(10_000);
  await command(white, left, 'ClaimVictory');
  const mated = await make({ side: 'white' });
  await command(black, mated, 'JoinGame');
  for (const [index, move] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries())
    await command(index % 2 === 0 ? white : black, mated, 'PlayMove', { move });

  await white.request({ type: 'view', game });
  await white.request({ type: 'subscribe', key: 'again', game, after: 2 });
  await white.waitFor({ type: 'missed', subscription: 'again' });
  await white.request({ type: 'unsubscribe', subscription: 'again' });
  await white.request({ type: 'ping' });
  expect(await watcher.request({ type: 'command', game, command: { type: 'Resign' } })).toMatchObject({
    type: 'error',
  });
  await watcher.waitFor({ type: 'news', news: [{ node: 'WatchersUpdateEvent' }] });
  await watcher.waitFor({ type: 'news', news: [{ node: 'SubscriptionUpdateEvent' }] });
  return { executed, answered, frames: [...watcher.received, ...white.received] as readonly Frame[] };
}
