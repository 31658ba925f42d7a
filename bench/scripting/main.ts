/**
 * `npm run bench scripting [-- calls|games|hostile …]`: scripts in Python compared with python3 without a sandbox, in
 * CPU time; and games by scripts on a whole server, fifty at once, and beside hostile ones.
 */
import { CHESSMITH, openContestant } from '../games/contestant.js';
import { benchBesideHostile } from './beside-hostile.js';
import { benchCall, benchChess } from './calls.js';
import { benchCosts } from './costs.js';
import { benchGames } from './games.js';
import { hasPython3 } from './python3.js';

const BUDGET_MS = 2500;
const wanted = process.argv.slice(2);
const isWanted = (part: string): boolean => wanted.length === 0 || wanted.includes(part);

if (isWanted('calls')) {
  const engine = await benchCosts();
  if (hasPython3()) {
    benchCall(engine, BUDGET_MS);
    benchChess(engine, BUDGET_MS);
  } else {
    console.log('scripting/call and scripting/chess were skipped: this machine has no python3 to compare with');
  }
}
for (const [part, bench] of [
  ['games', benchGames],
  ['hostile', benchBesideHostile],
] as const) {
  if (!isWanted(part)) continue;
  const server = await openContestant(CHESSMITH);
  await bench(server);
  await server.stop();
}
process.exit(0);
