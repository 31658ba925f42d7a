import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { connectQuantum, type QuantumClient, startQuantumServer } from '../testing/quantum-client.js';

/** A recorded session with the original server: client, direction and bytes. */
const LINES = readFileSync(new URL('../../../../testdata/quantum-tcp-transcript.hex', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [, name, direction, hex, comment] = /^(\S+)\s+(\S+)\s+((?:[0-9a-f]{2} ?)+)\s*;\s*(.*)$/.exec(line)!;
    return {
      name: name!,
      isFromClient: direction === 'C>S',
      bytes: Buffer.from(hex!.replaceAll(' ', ''), 'hex'),
      comment: comment!,
    };
  });

/** The bytes without the time of day. */
const masked = (bytes: Buffer): string => bytes.toString('latin1').replace(/\d\d:\d\d/, '--:--');

test('a session recorded with the original server gives the same bytes, except for the time of day', async () => {
  const address = await startQuantumServer();
  const clients = new Map<string, QuantumClient>();
  for (const [index, { name, isFromClient, bytes, comment }] of LINES.entries()) {
    if (name === 'new') for (const client of clients.values()) expect(client.bytes()).toHaveLength(0);
    for (const gone of goneBefore(index)) await clients.get(gone)!.leave();
    const client = clients.get(name) ?? (await connectQuantum(address));
    clients.set(name, client);
    if (isFromClient) client.send(bytes);
    else expect(masked(await client.take(bytes.length)), `${name} receives ${comment}`).toBe(masked(bytes));
  }
});

/** The recording has no disconnects: black disconnects before "has left", all clients before the last one connects. */
function goneBefore(index: number): readonly string[] {
  if (LINES[index]!.comment === "('e', 'bob')" && LINES[index]!.name === 'white') return ['black'];
  return LINES[index]!.name === 'new' ? ['white', 'spect', 'black2'] : [];
}
