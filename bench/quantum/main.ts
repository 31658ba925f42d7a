/**
 * `npm run bench quantum`: random playouts compared with chessops, and moves on large states compared with a plain Map.
 */
import { benchPlayouts } from './playouts.js';
import { benchStates } from './states.js';

const budgetMs = Number(process.argv[2] ?? 2500);
for (const percent of [0, 10, 25]) benchPlayouts(percent, budgetMs);
for (const states of [4096, 131072]) benchStates(states, budgetMs);
