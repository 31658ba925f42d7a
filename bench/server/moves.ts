import { chessmithMatches, type FrameSizes } from '../games/clients/chessmith.js';
import type { Contestant } from '../games/contestant.js';
import { linesOf, type RandomGame } from '../games/lines.js';
import { type OpenMatch, openMatches } from '../games/match.js';
import { median } from '../games/statistics.js';
import { boardgameMatches } from './clients/boardgame.js';
import { relayMatches } from './clients/relay.js';

const MATCHES = 100;
const PLIES = 60;
const TURNS = 7;
/** Rounds that do not count: a server runs for days, and hot code gets faster. */
const WARM_UP = 3;

/** `server/moves`: moves per CPU-second of each server, while a hundred matches play as fast as they can. */
export async function benchMoves(
  contestants: { readonly [name in 'ours' | 'relay' | 'boardgame']: Contestant },
  sizes: FrameSizes,
): Promise<void> {
  const { ours, relay, boardgame } = contestants;
  await playInTurns('moves', [
    { name: 'ours', contestant: ours, open: () => chessmithMatches(ours.address, sizes) },
    { name: 'boardgame.io', contestant: boardgame, open: () => boardgameMatches(boardgame.address) },
    { name: 'relay', contestant: relay, open: () => relayMatches(relay.address, sizes) },
  ]);
}

/**
 * `server/least`: the same for the smallest server that meets our conditions, to show how close any server could come.
 */
export async function benchLeast(least: Contestant, relay: Contestant, sizes: FrameSizes): Promise<void> {
  await playInTurns('least', [
    { name: 'least', contestant: least, open: () => relayMatches(least.address, sizes, 3) },
    { name: 'relay', contestant: relay, open: () => relayMatches(relay.address, sizes) },
  ]);
}

type Playing = { readonly name: string; readonly contestant: Contestant; open(): OpenMatch };

/** Compares the first contestant with each of the others. */
async function playInTurns(bench: string, playing: readonly Playing[]): Promise<void> {
  const lines = linesOf(MATCHES, PLIES);
  const rates: number[][] = [];
  for (let turn = 1 - WARM_UP; turn <= TURNS; turn++) {
    const now: number[] = [];
    for (const { contestant, open } of playing) now.push(await movesPerSecond(contestant, open(), lines));
    if (turn > 0) rates.push(now);
  }
  const rate = (index: number) => Math.round(median(rates.map((turn) => turn[index]!)));
  for (const [index, { name }] of playing.entries()) {
    if (index === 0) continue;
    const ratio = median(rates.map((turn) => turn[0]! / turn[index]!)).toFixed(2);
    console.log(`server/${bench} ${ratio} x ${name} (${rate(0)} against ${rate(index)} moves per CPU-second)`);
  }
}

async function movesPerSecond(contestant: Contestant, open: OpenMatch, lines: readonly RandomGame[]): Promise<number> {
  const matches = await openMatches(open, lines);
  const before = await contestant.cpuUs();
  await Promise.all(
    matches.map(async (match, index) => {
      for (const _ of lines[index]!) await match.move();
    }),
  );
  const after = await contestant.cpuUs();
  for (const match of matches) match.close();
  return (MATCHES * PLIES * 1e6) / (after - before);
}
