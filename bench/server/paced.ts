import { chessmithMatches, type FrameSizes } from '../games/clients/chessmith.js';
import type { Contestant } from '../games/contestant.js';
import { linesOf } from '../games/lines.js';
import { openMatches } from '../games/match.js';
import { pacedFor } from '../games/paced.js';
import { median, quantile } from '../games/statistics.js';
import { relayMatches } from './clients/relay.js';

const MATCHES = 500;
const ROUNDS = 11;
const SECONDS = 4;

/**
 * `server/paced-p99`: the p99 latency of moves in 500 games at a move a second, beyond the relay's, as the median of
 * eleven rounds. If another process disturbs a round, it affects both.
 */
export async function benchPaced(ours: Contestant, relay: Contestant, sizes: FrameSizes): Promise<void> {
  const lines = linesOf(MATCHES, ROUNDS * SECONDS + SECONDS);
  const mine = await openMatches(chessmithMatches(ours.address, sizes), lines);
  const theirs = await openMatches(relayMatches(relay.address, sizes), lines);
  await pacedFor(mine, 2);
  await pacedFor(theirs, 2);
  const rounds: { ours: number[]; relay: number[] }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ ours: await pacedFor(mine, SECONDS), relay: await pacedFor(theirs, SECONDS) });
  }
  for (const match of [...mine, ...theirs]) match.close();
  const beyond = rounds.map((round) => quantile(round.ours, 0.99) - quantile(round.relay, 0.99));
  const middle = (of: 'ours' | 'relay', share: number) =>
    median(rounds.map((round) => quantile(round[of], share))).toFixed(1);
  const all = beyond
    .toSorted((a, b) => a - b)
    .map((ms) => ms.toFixed(0))
    .join(' ');
  console.log(
    `server/paced-p99 ${median(beyond).toFixed(1)} ms above the relay's (${middle('ours', 0.99)} against ` +
      `${middle('relay', 0.99)} ms; median ${middle('ours', 0.5)} against ${middle('relay', 0.5)} ms; by round: ${all})`,
  );
}
