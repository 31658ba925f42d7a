import { once } from 'node:events';
import { quantumCodec } from '@chessmith/protocol';
import { createVirtualClock } from '@chessmith/service/testing';
import { expect, test } from 'vitest';
import { connectQuantum, enterMatch, expectUnharmed, startQuantumServer } from '../testing/quantum-client.js';

const ANA = { match: 'new', name: 'ana', role: 'white' } as const;
const BOB = { match: 1, name: 'bob', role: 'black' } as const;

/** Messages per connection; the choice, the name and the role count too. */
const BURST = 400 - 3;
const PIECES = ['a1', 'b1', 'e2', 'g8', 'd7', 'h2'];

test('a burst of queries within the limit is answered completely and in order', async () => {
  const ana = await enterMatch(await startQuantumServer({}, { clock: createVirtualClock() }), ANA);
  const sent = Array.from({ length: BURST }, (_, i) => PIECES[i % PIECES.length]!);
  const ask = async (squares: readonly string[]) => {
    const queries = squares.map((square) => quantumCodec.encodeClientMessage({ kind: 'ask-moves', square }));
    ana.send(Buffer.concat(queries));
    const answers = [];
    while (answers.length < squares.length) answers.push(await ana.receive());
    return answers;
  };
  const answers = await ask(sent);
  const first = answers.slice(0, PIECES.length);
  expect(new Set(first.map((answer) => JSON.stringify(answer))).size).toBeGreaterThan(3);
  expect(answers).toEqual(sent.map((_, i) => first[i % PIECES.length]));
  expect(first).toContainEqual({ kind: 'moves', squares: expect.arrayContaining(['e3', 'e4']) });
});

test('above the limit the server stops reading: the flood waits at the client, and others are served', async () => {
  const clock = createVirtualClock();
  const address = await startQuantumServer({}, { clock });
  const ana = await enterMatch(address, ANA);
  const answers = () => ana.messages.filter(({ kind }) => kind === 'moves').length;
  const query = quantumCodec.encodeClientMessage({ kind: 'ask-moves', square: 'e2' });
  const queries = Buffer.concat(Array.from({ length: 20_000 }, () => query));
  // More than the buffers of two sockets hold.
  const floodBytes = 64 * 1024 * 1024;
  for (let sent = 0; sent < floodBytes; sent += queries.length) ana.send(queries);
  await ana.until(() => answers() === BURST);
  await expectUnharmed(address);
  expect(answers()).toBe(BURST);
  expect(ana.socket.writableLength).toBeGreaterThan(floodBytes / 2);
  await clock.advance(1000);
  await ana.until(() => answers() === BURST + 100);
  const bob = await enterMatch(address, BOB);
  ana.socket.resetAndDestroy();
  await once(ana.socket, 'close');
  // The next reply does not fit any more.
  await clock.advance(1000);
  while ((await bob.receive()).kind !== 'left');
});

test('a client that does not read is disconnected when its backlog is full, and others continue', async () => {
  const address = await startQuantumServer();
  const ana = await enterMatch(address, ANA);
  const slowReader = await enterMatch(address, BOB);
  slowReader.socket.pause();
  const line = quantumCodec.encodeClientMessage({ kind: 'chat', text: 'y'.repeat(2000) });
  const clients = await Promise.all(
    Array.from({ length: 12 }, (_, i) => enterMatch(address, { match: 1, name: `eve${i}`, role: 'spectator' })),
  );
  for (const { socket, send } of clients) {
    socket.removeAllListeners('data');
    socket.resume();
    send(Buffer.concat(Array.from({ length: 150 }, () => line)));
  }
  while ((await ana.receive()).kind !== 'left');
  ana.send({ kind: 'ask-moves', square: 'e2' });
  while ((await ana.receive()).kind !== 'moves');
});

test('a flood of chat is refused, and a client that disconnects meanwhile leaves at once', async () => {
  const address = await startQuantumServer();
  const ana = await enterMatch(address, ANA);
  const bob = await enterMatch(address, BOB);
  const line = quantumCodec.encodeClientMessage({ kind: 'chat', text: 'x' });
  bob.send(Buffer.concat(Array.from({ length: 10_000 }, () => line)));
  while ((await bob.receive()).kind !== 'chat');
  bob.socket.resetAndDestroy();
  let lines = 0;
  for (let received = await ana.receive(); received.kind !== 'left'; received = await ana.receive()) lines += 1;
  expect(lines).toBeLessThan(200);
  await expectUnharmed(address);
});

test('new clients are refused above the connection limit, and accepted again when others leave', async () => {
  const address = await startQuantumServer({}, { quantumLimits: { mostConnections: 3 } });
  const [first] = [await connectQuantum(address), await connectQuantum(address), await connectQuantum(address)];
  expect(await (await connectQuantum(address)).closed()).toBe(true);
  await first!.leave();
  expect(await (await connectQuantum(address)).receive()).toMatchObject({ kind: 'matches' });
});
