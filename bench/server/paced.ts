import { setTimeout as pause } from 'node:timers/promises';
import { chessmithMatches, type FrameSizes } from './clients/chessmith.js';
import { relayMatches } from './clients/relay.js';
import type { Contestant } from './contestant.js';
import { linesOf } from './lines.js';
import { type Match, openMatches } from './match.js';
import { quantile } from './turns.js';

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

/** A move a second in each match, spread over the second; what each took until both players had heard of it. */
async function pacedFor(matches: readonly Match[], seconds: number): Promise<number[]> {
  const waits = await Promise.all(
    matches.map(async (match, index) => {
      const mine: number[] = [];
      const start = performance.now() + (index / matches.length) * 1000;
      for (let second = 0; second < seconds; second++) {
        await pause(Math.max(0, start + second * 1000 - performance.now()));
        const sent = performance.now();
        await match.move();
        mine.push(performance.now() - sent);
      }
      return mine;
    }),
  );
  return waits.flat();
}
