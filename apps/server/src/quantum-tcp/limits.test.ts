import { once } from 'node:events';
import { connect } from 'node:net';
import { createVirtualClock } from '@chessmith/service/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectQuantum, enterMatch, type QuantumClient, startQuantumServer } from '../testing/quantum-client.js';
import { startTestServer } from '../testing/test-server.js';

const ANA = { match: 'new', name: 'ana', role: 'white' } as const;
const CHOOSING_MS = 10 * 60_000;

/** Tries to enter a match; false if the server closes the connection instead. */
async function tryToEnter(address: string | null, match: number | 'new', role: 'white' | 'black' | 'spectator') {
  const client = await connectQuantum(address);
  await client.receive();
  client.send(match === 'new' ? { kind: 'create' } : { kind: 'join', match }, { kind: 'name', name: 'x' });
  client.send({ kind: 'role', role });
  return Promise.race([client.closed().then(() => false), client.until(() => isInside(client))]);
}

const isInside = ({ messages }: QuantumClient) => messages.some(({ kind }) => kind === 'board');

describe('one address', () => {
  test('has a limit of connections, and others are served', async () => {
    const address = await startQuantumServer({ 'quantum-connections-per-address': '2' });
    const [first] = [await connectQuantum(address), await connectQuantum(address)];
    expect(await (await connectQuantum(address)).closed()).toBe(true);
    const port = Number(address!.split(':').at(-1));
    const other = connect({ host: '127.0.0.1', port, localAddress: '127.0.0.2' });
    onTestFinished(() => void other.destroy());
    expect(await once(other, 'data')).toEqual([Buffer.from([0, 0])]);
    await first!.leave();
    expect(await (await connectQuantum(address)).receive()).toMatchObject({ kind: 'matches' });
  });

  test('has the guest limit of the API, and may still watch', async () => {
    const clock = createVirtualClock();
    const address = await startQuantumServer({ 'guests-per-minute': '2' }, { clock });
    await enterMatch(address, ANA);
    const bob = await enterMatch(address, { match: 1, name: 'bob', role: 'black' });
    await bob.leave();
    expect(await tryToEnter(address, 1, 'black')).toBe(false);
    const eve = await enterMatch(address, { match: 1, name: 'eve', role: 'spectator' });
    eve.send({ kind: 'chat', text: 'hi' });
    expect(await eve.receive()).toMatchObject({ kind: 'error', message: expect.stringContaining('too many') });
    await clock.advance(30_000);
    expect(await tryToEnter(address, 1, 'black')).toBe(true);
  });

  test('has the same limit of matches per minute', async () => {
    const clock = createVirtualClock();
    const address = await startQuantumServer({ 'guests-per-minute': '2' }, { clock });
    for (const isAdmitted of [true, true, false])
      expect(await tryToEnter(address, 'new', 'spectator')).toBe(isAdmitted);
    await clock.advance(30_000);
    expect(await tryToEnter(address, 'new', 'spectator')).toBe(true);
    const list = await (await connectQuantum(address)).receive();
    expect(list).toMatchObject({ matches: [{ id: 1 }, { id: 2 }, { id: 4 }] });
  });
});

describe('one client', () => {
  test('has the chat limit of the API', async () => {
    const lines = { burst: 2, perSecond: 1 };
    const plenty = { burst: 1000, perSecond: 1000 };
    const clock = createVirtualClock();
    const quantumLimits = { people: { games: plenty, commands: plenty, names: plenty, lines } };
    const testServer = await startTestServer({ 'quantum-port': '0', 'quantum-host': '127.0.0.1' }, undefined, {
      clock,
      quantumLimits,
    });
    const ana = await enterMatch(testServer.quantumAddress, ANA);
    for (const text of ['one', 'two', '']) ana.send({ kind: 'chat', text });
    expect([await ana.receive(), await ana.receive(), await ana.receive()]).toMatchObject([
      { kind: 'chat', text: 'one' },
      { kind: 'chat', text: 'two' },
      { kind: 'error', message: expect.stringMatching(/Try again in \d+ second/) },
    ]);
    await clock.advance(1000);
    ana.send({ kind: 'chat', text: 'three' });
    expect(await ana.receive()).toMatchObject({ kind: 'chat', text: 'three' });
  });

  test('that sends too many queries has to wait, and all are answered in the end', async () => {
    const clock = createVirtualClock();
    const address = await startQuantumServer({}, { clock, quantumLimits: { messages: { burst: 10, perSecond: 10 } } });
    const ana = await enterMatch(address, ANA);
    const answers = () => ana.messages.filter(({ kind }) => kind === 'moves').length;
    for (let sent = 0; sent < 20; sent++) ana.send({ kind: 'ask-moves', square: 'e2' });
    // The choice, the name and the role count too.
    await ana.until(() => answers() === 7);
    await clock.advance(500);
    await ana.until(() => answers() === 12);
    const bob = await enterMatch(address, { match: 1, name: 'bob', role: 'black' });
    await clock.advance(800);
    await ana.until(() => answers() === 20);
    await bob.leave();
  });

  test('that does not choose is disconnected after ten minutes, even if it sends bytes slowly', async () => {
    const clock = createVirtualClock();
    const address = await startQuantumServer({}, { clock });
    const ana = await enterMatch(address, ANA);
    const [silent, slow, busy] = [
      await connectQuantum(address),
      await connectQuantum(address),
      await connectQuantum(address),
    ];
    for (const client of [silent, slow, busy]) await client.receive();
    await clock.advance(CHOOSING_MS - 1);
    slow.send(Uint8Array.of(0));
    busy.send({ kind: 'refresh' });
    await busy.receive();
    await clock.advance(1);
    expect([await silent.closed(), await slow.closed()]).toEqual([true, true]);
    await clock.advance(CHOOSING_MS - 2);
    busy.send({ kind: 'refresh' });
    expect(await busy.receive()).toMatchObject({ kind: 'matches' });
    ana.send({ kind: 'ask-moves', square: 'e2' });
    while ((await ana.receive()).kind !== 'moves');
  });
});
