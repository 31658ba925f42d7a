import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { connectQuantum, type QuantumClient, startQuantumServer } from '../testing/quantum-client.js';

/** A session with the original server, byte for byte: who, in which direction, what. */
const LINES = readFileSync(new URL('../../../../testdata/quantum-tcp-transcript.hex', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [, who, way, hex, said] = /^(\S+)\s+(\S+)\s+((?:[0-9a-f]{2} ?)+)\s*;\s*(.*)$/.exec(line)!;
    return { who: who!, isSaid: way === 'C>S', bytes: Buffer.from(hex!.replaceAll(' ', ''), 'hex'), said: said! };
  });

/** Without the time of day. */
const masked = (bytes: Buffer): string => bytes.toString('latin1').replace(/\d\d:\d\d/, '--:--');

test('a session recorded with the original server goes the same way, byte for byte but for the time of day', async () => {
  const address = await startQuantumServer();
  const clients = new Map<string, QuantumClient>();
  for (const [index, { who, isSaid, bytes, said }] of LINES.entries()) {
    if (who === 'new') for (const client of clients.values()) expect(client.bytes()).toHaveLength(0);
    for (const gone of goneBefore(index)) await clients.get(gone)!.leave();
    const client = clients.get(who) ?? (await connectQuantum(address));
    clients.set(who, client);
    if (isSaid) client.send(bytes);
    else expect(masked(await client.take(bytes.length)), `${who} hears ${said}`).toBe(masked(bytes));
  }
});

/** The recording does not say when somebody hangs up: black before it is told that he left, all before the last one comes. */
function goneBefore(index: number): readonly string[] {
  if (LINES[index]!.said === "('e', 'bob')" && LINES[index]!.who === 'white') return ['black'];
  return LINES[index]!.who === 'new' ? ['white', 'spect', 'black2'] : [];
}
