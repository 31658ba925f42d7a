import { chessmithMatches } from '../games/clients/chessmith.js';
import { isBusy } from '../games/clients/guest.js';
import type { Contestant } from '../games/contestant.js';
import { linesOf } from '../games/lines.js';
import { openMatches } from '../games/match.js';
import { pacedFor } from '../games/paced.js';
import { quantile } from '../games/statistics.js';
import { openTables, uploadAll } from './games.js';
import { type HostilePlayer, openHostilePlayer } from './hostile-player.js';
import { playFor } from './play-for.js';
import { SLEEPERS } from './sleepers.js';

const MATCHES = 100;
const TABLES = 9;
const ROUNDS = 5;
const SECONDS = 5;
const WARM_UP_S = 2;

/**
 * `scripting/beside-hostile`: how ten hostile scripts, each in its own game, change the p99 latency of moves in
 * classical games, and in games by honest scripts.
 */
export async function benchBesideHostile({ address }: Contestant): Promise<void> {
  const hostile = await openHostilePlayers(address);
  const lines = linesOf(MATCHES, WARM_UP_S + 2 * ROUNDS * SECONDS);
  const matches = await openMatches(chessmithMatches(address, { moves: 1, toMover: 0, toOther: 0 }), lines);
  await pacedFor(matches, WARM_UP_S);
  await compare('scripting/beside-hostile', hostile, () => pacedFor(matches, SECONDS));
  for (const match of matches) match.close();

  const tables = await openTables(address, await uploadAll(address, ASLEEP), TABLES);
  await playFor(tables, WARM_UP_S);
  const failures: string[] = [];
  await compare('scripting/scripts-beside-hostile', hostile, async () => {
    const played = await playFor(tables, SECONDS, { perSecond: 1 });
    failures.push(...played.failures);
    return played.waits;
  });
  console.log(`scripting/scripts-beside-hostile ${failures.length} failures of honest scripts ${failures.slice(0, 5)}`);
  for (const one of [...tables, ...hostile]) one.close();
}

/** One in each language; without their waking moves they are honest. */
const ASLEEP = ['py', 'js', 'pl'].map((ending) => SLEEPERS.find(({ file }) => file.endsWith(ending))!);

/** A hostile player for each of the scripts. */
async function openHostilePlayers(address: string): Promise<readonly HostilePlayer[]> {
  const rules = await uploadAll(address, SLEEPERS);
  return Promise.all(rules.map((one) => openHostilePlayer(address, one)));
}

/** Alternates between rounds with and without hostile players, and prints the difference. */
async function compare(
  name: string,
  hostile: readonly HostilePlayer[],
  play: () => Promise<readonly number[]>,
): Promise<void> {
  const harmBefore = harmDoneBy(hostile);
  const waits: { beside: number[]; without: number[] } = { beside: [], without: [] };
  for (let round = 0; round < ROUNDS; round++) {
    waits.without.push(...(await play()));
    for (const player of hostile) player.begin();
    waits.beside.push(...(await play()));
    await Promise.all(hostile.map((player) => player.pause()));
  }
  const [beside, without] = [quantile(waits.beside, 0.99), quantile(waits.without, 0.99)];
  const [medianBeside, medianWithout] = [quantile(waits.beside, 0.5), quantile(waits.without, 0.5)];
  console.log(
    `${name} ${(beside / without).toFixed(2)} x without (p99 ${beside.toFixed(1)} against ` +
      `${without.toFixed(1)} ms; median ${medianBeside.toFixed(1)} against ${medianWithout.toFixed(1)} ms; ` +
      `harmful moves: ${harmDoneBy(hostile) - harmBefore})`,
  );
}

/** How many moves were refused because of a script's behaviour. */
function harmDoneBy(hostile: readonly HostilePlayer[]): number {
  const codes = hostile.flatMap(({ answers }) => [...answers]);
  return codes.filter(([code]) => !isBusy({ code })).reduce((sum, [, times]) => sum + times, 0);
}
