import { quantumCodec } from '@chessmith/protocol';
import { describe, expect, test } from 'vitest';
import { connectQuantum, enterMatch, expectUnharmed, startQuantumServer } from '../testing/quantum-client.js';
import { wrapChat } from './wrap-chat.js';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const ANA = { match: 'new', name: 'ana', role: 'white' } as const;
const BOB = { match: 1, name: 'bob', role: 'black' } as const;

describe('in the handshake', () => {
  test.each([
    ['an unknown match', '00 07 00 03 61 6e 61'],
    ['a role that does not exist', '00 00 00 03 61 6e 61 03'],
    ['a name that is too long', `00 00 00 41 ${'61'.repeat(65)}`],
  ])('%s closes the connection', async (_, hex) => {
    const address = await startQuantumServer();
    const client = await connectQuantum(address);
    client.send(bytes(hex));
    expect(await client.closed()).toBe(true);
    const [next] = [await connectQuantum(address)];
    expect(await next.receive()).toEqual({ kind: 'matches', matches: [] });
  });

  test('a role that was taken meanwhile closes the second connection', async () => {
    const address = await startQuantumServer();
    await enterMatch(address, { ...ANA, role: 'spectator' });
    const [one, other] = [await connectQuantum(address), await connectQuantum(address)];
    for (const client of [one, other]) {
      await client.receive();
      client.send({ kind: 'join', match: 1 }, { kind: 'name', name: 'x' });
      expect(await client.receive()).toEqual({ kind: 'roles', roles: ['white', 'black', 'spectator'] });
    }
    one.send({ kind: 'role', role: 'white' });
    expect(await one.receive()).toMatchObject({ kind: 'chat', text: 'has joined' });
    other.send({ kind: 'role', role: 'white' });
    expect(await other.closed()).toBe(true);
  });

  test('a match without any client uses up its number, like the original, and leaves nothing behind', async () => {
    const address = await startQuantumServer();
    const burnt = await connectQuantum(address);
    burnt.send(bytes('00 00 00 00 09'));
    await burnt.closed();
    await enterMatch(address, ANA);
    const list = await (await connectQuantum(address)).receive();
    expect(list).toMatchObject({ matches: [{ id: 2, clients: [{ id: 1, name: 'ana' }] }] });
  });

  test('silent clients at every step, and incomplete messages, do not block others', async () => {
    const address = await startQuantumServer();
    await enterMatch(address, ANA);
    for (const text of ['', '00', '00 01', '00 01 00', '00 01 00 03 62', '00 00', '00 00 00 01 62']) {
      const silent = await connectQuantum(address);
      silent.send(bytes(text));
    }
    await expectUnharmed(address);
  });

  test('a client that disconnects or resets at any step is removed', async () => {
    const address = await startQuantumServer();
    await enterMatch(address, ANA);
    for (const text of ['', '00 01', '00 01 00 03 62', '00 01 00 01 62', '00 00 00 01 62']) {
      const gone = await connectQuantum(address);
      gone.send(bytes(text));
      await gone.leave();
      const reset = await connectQuantum(address);
      reset.send(bytes(text));
      reset.socket.resetAndDestroy();
    }
    await expectUnharmed(address);
    expect(await (await connectQuantum(address)).receive()).toMatchObject({
      matches: [{ id: 1, clients: [{ name: 'ana' }] }],
    });
  });
});

describe('in a match', () => {
  test.each([
    ['an unknown message letter', '65', 'invalid message received'],
    ['a file beyond the board', '6d 08 01 04 03', 'invalid position'],
    ['a rank beyond the board', '61 04 ff', 'invalid position'],
    ['a chat line that is too long', '63 ff ff', 'invalid message received'],
  ])('%s is refused and closes the connection, and the seat is free again', async (_, hex, message) => {
    const address = await startQuantumServer();
    const ana = await enterMatch(address, ANA);
    const bob = await enterMatch(address, BOB);
    await ana.receive();
    await ana.receive();
    bob.send({ kind: 'ask-moves', square: 'e2' }, bytes(hex));
    expect(await bob.receive()).toEqual({ kind: 'moves', squares: ['e3', 'e4'] });
    expect(await bob.receive()).toEqual({ kind: 'error', message });
    expect(await bob.closed()).toBe(true);
    expect(await ana.receive()).toEqual({ kind: 'left', name: 'bob' });
    expect(await ana.receive()).toMatchObject({ kind: 'chat', client: 1, text: 'has left' });
    await expectUnharmed(address);
  });

  test.each([
    ['hangs up', 'end'],
    ['is reset', 'resetAndDestroy'],
  ] as const)('a player who %s in the middle of a message leaves', async (_, how) => {
    const address = await startQuantumServer();
    const ana = await enterMatch(address, ANA);
    const bob = await enterMatch(address, BOB);
    await ana.receive();
    await ana.receive();
    bob.send(bytes('6d 04'));
    bob.socket[how]();
    expect(await ana.receive()).toEqual({ kind: 'left', name: 'bob' });
    await ana.receive();
    await expectUnharmed(address);
  });

  test('messages may be split at any byte, and many may arrive at once', async () => {
    const address = await startQuantumServer();
    const text = bytes('00 00 00 03 61 6e 61 00 61 04 01 6d 04 01 04 03 64 02 04 03 04 03 63 00 02 68 69 7a');
    const whole = await connectQuantum(address);
    whole.send(text);
    const cut = await connectQuantum(address);
    for (const byte of text) {
      cut.send(Uint8Array.of(byte));
      await new Promise(setImmediate);
    }
    // The match list of the second client has the first one; all later bytes differ only in the client number.
    for (const client of [whole, cut]) {
      client.socket.end();
      await client.closed();
    }
    const inMatch = (client: typeof whole) => {
      const all = client.bytes();
      const stream = { phase: 'match', rest: new Uint8Array() } as const;
      const roles = all.indexOf('\x03\x00\x01\x02');
      return quantumCodec.readFromServer(stream, all.subarray(roles + 4)).messages;
    };
    expect(inMatch(whole)).toMatchObject([
      { kind: 'chat', client: 0, text: 'has joined' },
      { kind: 'board' },
      { kind: 'moves', squares: ['e3', 'e4'] },
      { kind: 'log', lines: ['E2 moved to E4'] },
      { kind: 'board' },
      { kind: 'merges' },
      { kind: 'chat', text: 'hi' },
      { kind: 'log', lines: ['white  surrendered: ', 'Game over, black wins'] },
    ]);
    expect(inMatch(cut)).toEqual(
      inMatch(whole).map((one) => (one.kind === 'chat' ? { ...one, client: 1, time: expect.any(String) } : one)),
    );
  });

  test('messages before a half-close are still answered', async () => {
    const client = await connectQuantum(await startQuantumServer());
    client.socket.end(bytes('00 00 00 03 61 6e 61 00 73 01 00 00 02 02 02'));
    await client.closed();
    expect(client.bytes().toString('latin1')).toContain('B1 split to A3 and C3');
  });

  test('merge queries of two different pieces return an empty list; the original ended the match', async () => {
    const ana = await enterMatch(await startQuantumServer(), ANA);
    ana.send({ kind: 'ask-merges', squares: ['b1', 'g1'] }, bytes('64 03 01 00'), { kind: 'ask-same', square: 'b1' });
    expect([await ana.receive(), await ana.receive(), await ana.receive()]).toEqual([
      { kind: 'merges', squares: [] },
      { kind: 'merges', squares: [] },
      { kind: 'same', squares: ['b1'] },
    ]);
  });

  test('chat that our rules do not store is still sent to the clients of this port', async () => {
    const address = await startQuantumServer();
    const ana = await enterMatch(address, ANA);
    const eve = await enterMatch(address, { match: 1, name: 'eve', role: 'spectator' });
    const lines = ['', '  ', 'a\nb', 'x'.repeat(600), 'ñ€😀'];
    for (const text of lines) eve.send({ kind: 'chat', text });
    await ana.receive();
    await ana.receive();
    for (const text of lines.flatMap(wrapChat))
      expect(await ana.receive()).toMatchObject({ kind: 'chat', client: 1, name: 'eve', text });
  });
});
