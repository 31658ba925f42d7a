import { chessmithMatches, type FrameSizes } from '../games/clients/chessmith.js';
import type { Contestant } from '../games/contestant.js';
import { linesOf, type RandomGame } from '../games/lines.js';
import { type OpenMatch, openMatches } from '../games/match.js';
import { median } from '../games/turns.js';
import { boardgameMatches } from './clients/boardgame.js';
import { relayMatches } from './clients/relay.js';

const MATCHES = 100;
const PLIES = 60;
const TURNS = 7;
/** Before they count: a server runs for days, and code that runs often gets faster. */
const WARM_UP = 3;

/** `server/moves`: moves per CPU-second of each server, while a hundred matches play as fast as they can. */
export async function benchMoves(
  contestants: { readonly [name in 'ours' | 'relay' | 'boardgame']: Contestant },
  sizes: FrameSizes,
): Promise<void> {
  const { ours, relay, boardgame } = contestants;
  const lines = linesOf(MATCHES, PLIES);
  const rates: { ours: number; relay: number; boardgame: number }[] = [];
  for (let turn = 1 - WARM_UP; turn <= TURNS; turn++) {
    const mine = await movesPerSecond(ours, chessmithMatches(ours.address, sizes), lines);
    const theirs = await movesPerSecond(relay, relayMatches(relay.address, sizes), lines);
    const others = await movesPerSecond(boardgame, boardgameMatches(boardgame.address), lines);
    if (turn > 0) rates.push({ ours: mine, relay: theirs, boardgame: others });
  }
  const rate = (of: 'ours' | 'relay' | 'boardgame') => Math.round(median(rates.map((turn) => turn[of])));
  for (const [peer, name] of [
    ['boardgame', 'boardgame.io'],
    ['relay', 'relay'],
  ] as const) {
    const ratio = median(rates.map((turn) => turn.ours / turn[peer])).toFixed(2);
    console.log(`server/moves ${ratio} x ${name} (${rate('ours')} against ${rate(peer)} moves per CPU-second)`);
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
