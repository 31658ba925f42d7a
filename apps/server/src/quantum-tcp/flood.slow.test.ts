import { quantumCodec } from '@chessmith/protocol';
import { expect, test } from 'vitest';
import { enter, expectUnharmed, knock, openPort } from '../testing/quantum-client.js';

const ANA = { match: 'new', name: 'ana', role: 'white' } as const;
const BOB = { match: 1, name: 'bob', role: 'black' } as const;

test('a reader that does not read is let go when too much waits for it, and the others go on', async () => {
  const address = await openPort();
  const ana = await enter(address, ANA);
  const deaf = await enter(address, BOB);
  deaf.socket.pause();
  const line = quantumCodec.encodeClientMessage({ kind: 'chat', text: 'y'.repeat(2000) });
  const crowd = await Promise.all(
    Array.from({ length: 12 }, (_, i) => enter(address, { match: 1, name: `eve${i}`, role: 'spectator' })),
  );
  for (const { socket, send } of crowd) {
    socket.removeAllListeners('data');
    socket.resume();
    send(Buffer.concat(Array.from({ length: 150 }, () => line)));
  }
  while ((await ana.hear()).kind !== 'left');
  ana.send({ kind: 'ask-moves', square: 'e2' });
  while ((await ana.hear()).kind !== 'moves');
});

test('a flood of chat is refused, and a client that is cut off meanwhile is gone at once', async () => {
  const address = await openPort();
  const ana = await enter(address, ANA);
  const bob = await enter(address, BOB);
  const line = quantumCodec.encodeClientMessage({ kind: 'chat', text: 'x' });
  bob.send(Buffer.concat(Array.from({ length: 10_000 }, () => line)));
  while ((await bob.hear()).kind !== 'chat');
  bob.socket.resetAndDestroy();
  let lines = 0;
  for (let heard = await ana.hear(); heard.kind !== 'left'; heard = await ana.hear()) lines += 1;
  expect(lines).toBeLessThan(200);
  await expectUnharmed(address);
});

test('beyond the most connections newcomers are turned away, and there is room again when others leave', async () => {
  const address = await openPort({}, { quantumLimits: { mostConnections: 3 } });
  const [first] = [await knock(address), await knock(address), await knock(address)];
  expect(await (await knock(address)).closed()).toBe(true);
  await first!.leave();
  expect(await (await knock(address)).hear()).toMatchObject({ kind: 'matches' });
});
