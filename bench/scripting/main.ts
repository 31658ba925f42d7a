/** `npm run bench scripting`: scripts in Python beside python3 without a fence, in processor time. */
import { benchCall, benchChess } from './calls.js';
import { benchCosts } from './costs.js';
import { hasPython3 } from './python3.js';

const budgetMs = Number(process.argv[2] ?? 2500);
const engine = await benchCosts();
if (hasPython3()) {
  benchCall(engine, budgetMs);
  benchChess(engine, budgetMs);
} else {
  console.log(
    'scripting/call and scripting/chess were not measured: there is no python3 on this machine to compare with',
  );
}
