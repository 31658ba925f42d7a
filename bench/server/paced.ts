import { chessmithMatches, type FrameSizes } from '../games/clients/chessmith.js';
import type { Contestant } from '../games/contestant.js';
import { linesOf } from '../games/lines.js';
import { openMatches } from '../games/match.js';
import { pacedFor } from '../games/paced.js';
import { quantile } from '../games/turns.js';
import { relayMatches } from './clients/relay.js';

const MATCHES = 500;
const ROUNDS = 5;
const SECONDS = 6;

/** `server/paced-p99`: how long the slowest of a hundred moves takes in 500 games of a move a second, beyond the relay. */
export async function benchPaced(ours: Contestant, relay: Contestant, sizes: FrameSizes): Promise<void> {
  const lines = linesOf(MATCHES, ROUNDS * SECONDS + SECONDS);
  const mine = await openMatches(chessmithMatches(ours.address, sizes), lines);
  const theirs = await openMatches(relayMatches(relay.address, sizes), lines);
  await pacedFor(mine, 2);
  await pacedFor(theirs, 2);
  const waits: { ours: number[]; relay: number[] } = { ours: [], relay: [] };
  for (let round = 0; round < ROUNDS; round++) {
    waits.ours.push(...(await pacedFor(mine, SECONDS)));
    waits.relay.push(...(await pacedFor(theirs, SECONDS)));
  }
  for (const match of [...mine, ...theirs]) match.close();
  const [our99, their99] = [quantile(waits.ours, 0.99), quantile(waits.relay, 0.99)];
  const [our50, their50] = [quantile(waits.ours, 0.5), quantile(waits.relay, 0.5)];
  console.log(
    `server/paced-p99 ${(our99 - their99).toFixed(1)} ms above the relay's (${our99.toFixed(1)} against ` +
      `${their99.toFixed(1)} ms; half within ${our50.toFixed(1)} against ${their50.toFixed(1)} ms)`,
  );
}
