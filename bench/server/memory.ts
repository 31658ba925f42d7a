import { chessmithMatches, type FrameSizes } from '../games/clients/chessmith.js';
import { CHESSMITH, type Contestant, openContestant } from '../games/contestant.js';
import { linesOf, type RandomGame } from '../games/lines.js';
import { type OpenMatch, openMatches } from '../games/match.js';
import { relayMatches } from './clients/relay.js';

const RELAY = new URL('./contestants/relay.js', import.meta.url);
const MATCHES = 1000;
const PLIES = 40;

/**
 * `server/memory`: the memory of a live game with both players connected, beyond the relay's. It uses fresh processes.
 */
export async function benchMemory(sizes: FrameSizes): Promise<void> {
  const lines = linesOf(MATCHES, PLIES);
  const ours = await perMatch(CHESSMITH, (address) => chessmithMatches(address, sizes), lines);
  const relay = await perMatch(RELAY, (address) => relayMatches(address, sizes), lines);
  console.log(
    `server/memory ${(ours.heap - relay.heap).toFixed(1)} KB per live game above the relay's (${ours.heap.toFixed(1)} ` +
      `against ${relay.heap.toFixed(1)} KB of heap and buffers; ${ours.resident.toFixed(1)} against ` +
      `${relay.resident.toFixed(1)} KB resident), after ${PLIES} plies`,
  );
}

async function perMatch(
  program: URL,
  opening: (address: string) => OpenMatch,
  lines: readonly RandomGame[],
): Promise<{ readonly heap: number; readonly resident: number }> {
  const contestant = await openContestant(program);
  const open = opening(contestant.address);
  // Allocates what a server keeps regardless of the number of games before the first measurement.
  await play(open, lines.slice(0, 50));
  const before = await settled(contestant);
  const matches = await play(open, lines);
  const after = await settled(contestant);
  for (const match of matches) match.close();
  await contestant.stop();
  const each = (bytes: number) => bytes / 1024 / lines.length;
  return {
    heap: each(after.heapBytes - before.heapBytes),
    resident: each(after.residentBytes - before.residentBytes),
  };
}

async function play(open: OpenMatch, lines: readonly RandomGame[]) {
  const matches = await openMatches(open, lines);
  await Promise.all(
    matches.map(async (match, index) => {
      for (const _ of lines[index]!) await match.move();
    }),
  );
  return matches;
}

/** Measures twice, because the second garbage collection frees what the first released. */
async function settled(contestant: Contestant) {
  await contestant.memory();
  return contestant.memory();
}
