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

test('the AsyncAPI document is one that its parser has nothing against', async () => {
  const { contract } = await startTestServer();
  const errorsIn = async (document: object) =>
    (await new Parser().parse(JSON.stringify(document))).diagnostics.filter(({ severity }) => severity === ERROR);
  expect(await errorsIn(contract.asyncapi)).toEqual([]);
  const broken = structuredClone(contract.asyncapi);
  delete broken.channels.socket.messages.news;
  expect(await errorsIn(broken)).not.toEqual([]);
});

test('games on our socket use every message, order, question and node of the document', async () => {
  const clock = advancingClock();
  const testServer = await startTestServer({}, undefined, { clock });
  const { obeyed, answered, frames } = await playEverything(testServer, clock.advance);
  expect(Object.keys(api.COMMANDS).filter((order) => !obeyed.has(order))).toEqual([]);
  expect(api.QUERIES.filter((question) => !answered.has(question))).toEqual([]);
  const told = new Set(frames.flatMap(({ type, news }) => (type === 'news' ? news!.map(({ node }) => node) : [])));
  const leaves = NEWS_NODES.filter((node) => newsSubtree(node).length === 1);
  expect(leaves.filter((node) => !told.has(node))).toEqual([]);
  expect(unused(testServer, '/api/socket')).toEqual([]);
});

test('a game on the socket of seed 000 uses every message of the document', async () => {
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

/** The messages of a channel that nobody has sent yet. */
function unused({ contract }: TestServer, path: string): readonly string[] {
  return [...contract.sentByServer(path), ...contract.sentByClient(path)].filter(
    (name) => !contract.seenMessages.has(name),
  );
}

/** Games of two people and a watcher in which everything is ordered, asked and told that the document knows. */
async function playEverything(testServer: TestServer, leap: (ms: number) => void) {
  const [anna, bert] = [await testServer.guest('Anna'), await testServer.guest('Bert')];
  const watcher = await testServer.socket('/api/socket');
  const open = async (guest: Guest) => {
    const socket = await testServer.socket('/api/socket');
    await socket.request({ type: 'authenticate', token: guest.token });
    return socket;
  };
  const [white, black] = [await open(anna), await open(bert)];
  const [obeyed, answered] = [new Set<string>(), new Set<string>()];

  const make = async (options: object): Promise<string> => {
    const { result } = await white.request({ type: 'create', options });
    await watcher.request({ type: 'subscribe', key: `all of ${result.game}`, game: result.game, personalView: true });
    return result.game;
  };
  const give = async (who: typeof white, game: string, type: string, fields: object = {}) => {
    const reply = await who.request({ type: 'command', game, command: { type, ...fields } });
    expect(reply, `${type} ${JSON.stringify(reply)}`).toMatchObject({ type: 'result' });
    obeyed.add(type);
  };
  const question = async (name: string, fields: object) => {
    const reply = await white.request({ type: 'query', query: { name, ...fields } });
    expect(reply).toMatchObject({ type: 'result' });
    answered.add(name);
  };

  const clock = { kind: 'per-player', playerMs: 600_000, incrementMs: 1000 };
  const game = await make({ configureLater: true });
  await give(white, game, 'ConfigureGame', {
    options: { clock, autoStart: false, side: 'white', alias: 'everything' },
  });
  await give(black, game, 'JoinGame', { color: 'black' });
  await give(black, game, 'LeaveGame');
  await give(black, game, 'JoinGame');
  await give(white, game, 'StartGame');
  for (const [index, move] of TO_THE_LAST_RANK.entries())
    await give(index % 2 === 0 ? white : black, game, 'PlayMove', { move, ply: index });
  await white.request({ type: 'subscribe', key: 'errors', game, node: 'ServerErrorUpdateEvent' });
  await white.request({ type: 'command', game, command: { type: 'PlayMove', move: 'e2e4' } });
  await give(white, game, 'Promote', { role: 'rook' });
  await give(white, game, 'Offer', { what: 'takeback' });
  await give(black, game, 'Decline', { what: 'takeback' });
  await give(black, game, 'Offer', { what: 'draw' });
  await give(black, game, 'Withdraw', { what: 'draw' });
  await white.request({ type: 'say', game, text: 'Good luck' });
  for (const name of api.QUERIES) {
    if (name === 'UserGames') await question(name, { person: anna.id });
    else if (name !== 'InspectionAtTurn') await question(name, { game, ...(name === 'MoveAtTurn' && { turn: 1 }) });
  }
  await give(black, game, 'Resign');
  await give(white, game, 'Offer', { what: 'rematch' });
  await give(black, game, 'Accept', { what: 'rematch' });

  const quantum = await make({ ruleset: 'quantum', side: 'both', hotSeat: true });
  await question('InspectionAtTurn', { game: quantum, inspection: { about: 'marginals' } });
  await give(white, quantum, 'Abort');
  await give(white, await make({ side: 'white' }), 'StopGame');
  const drawn = await make({ side: 'white', setup: { position: '7k/8/8/8/8/8/R7/K7 w - - 99 80', profile: 'fide' } });
  await give(black, drawn, 'JoinGame');
  await give(white, drawn, 'PlayMove', { move: 'a2b2' });
  await give(black, drawn, 'ClaimDraw');
  const left = await make({ side: 'white', abandonedAfterMs: 10_000 });
  await give(black, left, 'JoinGame');
  await give(white, left, 'PlayMove', { move: 'e2e4' });
  await give(black, left, 'PlayMove', { move: 'e7e5' });
  leap(10_000);
  await give(white, left, 'ClaimVictory');
  const mated = await make({ side: 'white' });
  await give(black, mated, 'JoinGame');
  for (const [index, move] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries())
    await give(index % 2 === 0 ? white : black, mated, 'PlayMove', { move });

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
  return { obeyed, answered, frames: [...watcher.received, ...white.received] as readonly Frame[] };
}
