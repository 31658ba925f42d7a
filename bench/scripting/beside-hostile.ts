import { chessmithMatches } from '../games/clients/chessmith.js';
import { isBusy } from '../games/clients/visitor.js';
import type { Contestant } from '../games/contestant.js';
import { linesOf } from '../games/lines.js';
import { openMatches } from '../games/match.js';
import { pacedFor } from '../games/paced.js';
import { quantile } from '../games/turns.js';
import { handInAll, openTables } from './games.js';
import { type Nuisance, openNuisance } from './nuisance.js';
import { playFor } from './play-for.js';
import { SLEEPERS } from './sleepers.js';

const MATCHES = 100;
const TABLES = 9;
const ROUNDS = 5;
const SECONDS = 5;
const WARM_UP_S = 2;

/**
 * `scripting/beside-hostile`: what ten hostile scripts that do harm again and again, each in its own game, do to the
 * slowest of a hundred moves in classical games, and in games by honest scripts.
 */
export async function benchBesideHostile({ address }: Contestant): Promise<void> {
  const nuisances = await openNuisances(address);
  const lines = linesOf(MATCHES, WARM_UP_S + 2 * ROUNDS * SECONDS);
  const matches = await openMatches(chessmithMatches(address, { moves: 1, toMover: 0, toOther: 0 }), lines);
  await pacedFor(matches, WARM_UP_S);
  await compare('scripting/beside-hostile', nuisances, () => pacedFor(matches, SECONDS));
  for (const match of matches) match.close();

  const tables = await openTables(address, await handInAll(address, ASLEEP), TABLES);
  await playFor(tables, WARM_UP_S);
  const failures: string[] = [];
  await compare('scripting/scripts-beside-hostile', nuisances, async () => {
    const played = await playFor(tables, SECONDS, { perSecond: 1 });
    failures.push(...played.failures);
    return played.waits;
  });
  console.log(`scripting/scripts-beside-hostile ${failures.length} failures of honest scripts ${failures.slice(0, 5)}`);
  for (const one of [...tables, ...nuisances]) one.close();
}

/** One in each language; nobody wakes them, so these are honest. */
const ASLEEP = ['py', 'js', 'pl'].map((ending) => SLEEPERS.find(({ file }) => file.endsWith(ending))!);

/** Somebody for each of the hostile scripts. */
async function openNuisances(address: string): Promise<readonly Nuisance[]> {
  const rules = await handInAll(address, SLEEPERS);
  return Promise.all(rules.map((one) => openNuisance(address, one)));
}

/** Plays in turns beside hostile scripts and without them, and prints what they change. */
async function compare(
  name: string,
  nuisances: readonly Nuisance[],
  play: () => Promise<readonly number[]>,
): Promise<void> {
  const harmBefore = harmDoneBy(nuisances);
  const waits: { beside: number[]; without: number[] } = { beside: [], without: [] };
  for (let round = 0; round < ROUNDS; round++) {
    waits.without.push(...(await play()));
    for (const nuisance of nuisances) nuisance.begin();
    waits.beside.push(...(await play()));
    await Promise.all(nuisances.map((nuisance) => nuisance.rest()));
  }
  const [beside, without] = [quantile(waits.beside, 0.99), quantile(waits.without, 0.99)];
  const [halfBeside, halfWithout] = [quantile(waits.beside, 0.5), quantile(waits.without, 0.5)];
  console.log(
    `${name} ${(beside / without).toFixed(2)} x without (99 of 100 moves within ${beside.toFixed(1)} against ` +
      `${without.toFixed(1)} ms; half within ${halfBeside.toFixed(1)} against ${halfWithout.toFixed(1)} ms; ` +
      `harm was done ${harmDoneBy(nuisances) - harmBefore} times)`,
  );
}

/** How many moves were refused because of what a script did. */
function harmDoneBy(nuisances: readonly Nuisance[]): number {
  const codes = nuisances.flatMap(({ answers }) => [...answers]);
  return codes.filter(([code]) => !isBusy({ code })).reduce((sum, [, times]) => sum + times, 0);
}
