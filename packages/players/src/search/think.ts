import {
  CELLS,
  clonePosition,
  isInCheck,
  legalMoves,
  type Move,
  type Position,
  play,
  type Tables,
  undo,
} from '@chessmith/rules';
import type { Random } from '@chessmith/std';
import { type EvaluationTables, evaluationTables } from './evaluation-tables.js';
import { LEVELS, type Level, type Strength } from './levels.js';
import { type Budget, budgetOf, type Limit } from './limit.js';
import { FORCED, MAX_PLIES, type Score, scoreOf, WIN } from './score.js';
import { countNode, visit } from './search.js';
import { bestLine, keepLine, openSearch, type SearchState } from './search-state.js';
import { type Traits, traitsOf } from './traits.js';
import { openTranspositions, type Transpositions } from './transpositions.js';

export type ThinkOptions = {
  readonly level: Level;
  readonly limit: Limit;
  /** Chooses between equal moves, and the mistakes of the lower levels. */
  readonly random: Pick<Random, 'int' | 'next' | 'shuffle'>;
  /** Polled while thinking. An `AbortSignal` fits; other threads need one that reads shared memory. */
  readonly signal?: { readonly aborted: boolean };
  /** What earlier moves of this game found. Without it, equal calls with a node limit give equal answers. */
  readonly memory?: Memory;
};

export type Thought = {
  readonly move: Move;
  /** For the side to move. */
  readonly score: Score;
  /** The expected moves, beginning with `move`. */
  readonly line: readonly Move[];
  /** Moves played while searching. */
  readonly nodes: number;
  readonly depth: number;
};

/** What a player keeps between the moves of one ruleset. */
export type Memory = {
  readonly tables: Tables;
  readonly evaluation: EvaluationTables;
  readonly traits: Traits;
  readonly transpositions: Transpositions;
};

/** Holds up to 2 ** bits positions, 16 bytes each. */
export const openMemory = (tables: Tables, bits = 18): Memory => ({
  tables,
  evaluation: evaluationTables(tables),
  traits: traitsOf(tables),
  transpositions: openTranspositions(bits),
});

/** The move a computer of this level plays; null if there is none. The position is not changed. */
export function think(position: Position, options: ThinkOptions): Thought | null {
  const { random, signal, limit } = options;
  const strength = LEVELS[options.level - 1]!;
  const moves = random.shuffle(legalMoves(position));
  if (moves.length === 0) return null;
  if (strength.slips > 0 && random.next() < strength.slips) {
    return { move: moves[0]!, score: scoreOf(0), line: [moves[0]!], nodes: 0, depth: 0 };
  }
  const memory =
    options.memory ?? openMemory(position.tables, limit.kind === 'nodes' && limit.nodes < 40_000 ? 16 : 18);
  const budget = budgetOf(limit);
  const search = openSearch({
    position: clonePosition(position),
    tables: memory.evaluation,
    traits: memory.traits,
    transpositions: memory.transpositions,
    maxNodes: Math.min(budget.nodes, strength.nodes),
    shouldStop: () => signal?.aborted === true || budget.isSpent(),
  });
  const roots = moves.map((move) => ({ move, value: 0, line: [move] as readonly Move[] }));
  const depth = deepen(search, roots, strength, budget);
  const best = strength.noise > 0 ? mistaken(roots, strength, random) : roots[0]!;
  return { move: best.move, score: scoreOf(best.value), line: best.line, nodes: search.nodes, depth };
}

/** A legal move, its value at the last depth, and the line that follows. */
type Root = { readonly move: Move; value: number; line: readonly Move[] };

/** Searches one ply deeper at a time, and sorts the moves, best first. Returns the last finished depth. */
function deepen(search: SearchState, roots: Root[], { depth: most, noise }: Strength, budget: Budget): number {
  let depth = 0;
  while (depth < Math.min(most, MAX_PLIES - 2)) {
    const finished = noise > 0 ? rateAll(search, roots, depth + 1) : aspire(search, roots, depth + 1);
    if (!finished) break;
    depth++;
    const { value } = roots[0]!;
    // A forced result within the horizon does not get better; neither does the only move.
    if (
      (roots.length === 1 && noise === 0 && depth >= 4) ||
      (Math.abs(value) > FORCED && WIN - Math.abs(value) <= depth)
    )
      break;
    if (budget.isLateForAnother()) break;
  }
  return depth;
}

/** Searches with a narrow window around the last value and widens it until the value lies within. */
function aspire(search: SearchState, roots: Root[], depth: number): boolean {
  let margin = 25;
  const { value } = roots[0]!;
  let alpha = depth < 4 ? -WIN : Math.max(-WIN, value - margin);
  let beta = depth < 4 ? WIN : Math.min(WIN, value + margin);
  for (;;) {
    const found = visitRoots(search, roots, depth, alpha, beta);
    if (found === null) return false;
    margin *= 4;
    if (found <= alpha && alpha > -WIN) alpha = margin > 800 ? -WIN : Math.max(-WIN, found - margin);
    else if (found >= beta && beta < WIN) beta = margin > 800 ? WIN : Math.min(WIN, found + margin);
    else return true;
  }
}

/** The best value of all moves between `alpha` and `beta`, its move first in the list; null after a stop. */
function visitRoots(search: SearchState, roots: Root[], depth: number, first: number, beta: number): number | null {
  let alpha = first;
  let best = -WIN - 1;
  for (let i = 0; i < roots.length; i++) {
    const root = roots[i]!;
    let value = 0;
    if (i > 0) value = visitRoot(search, root.move, depth, alpha, alpha + 1);
    if (i === 0 || (value > alpha && alpha + 1 < beta && !search.isStopped))
      value = visitRoot(search, root.move, depth, alpha, beta);
    if (search.isStopped) return null;
    if (value > best) {
      best = value;
      // The best move so far comes first, so that a stop in mid-depth still uses it.
      if (i === 0 || value > alpha) {
        root.value = value;
        root.line = bestLine(search);
        roots.splice(i, 1);
        roots.unshift(root);
      }
      alpha = Math.max(alpha, value);
      if (alpha >= beta) break;
    }
  }
  return best;
}

/** The exact value of every move, best first; false after a stop. */
function rateAll(search: SearchState, roots: Root[], depth: number): boolean {
  const rated = roots.map(({ move }) => {
    const value = search.isStopped ? 0 : visitRoot(search, move, depth, -WIN, WIN);
    return { move, value, line: bestLine(search) };
  });
  if (search.isStopped) return false;
  rated.sort((a, b) => b.value - a.value);
  roots.splice(0, roots.length, ...rated);
  return true;
}

function visitRoot(search: SearchState, move: Move, depth: number, alpha: number, beta: number): number {
  const { position } = search;
  play(position, move);
  countNode(search);
  const value = -visit(search, depth - 1, -beta, -alpha, 1, 0, isInCheck(position, position.cells[CELLS.turn]!), true);
  undo(position);
  keepLine(search, 0, move);
  return value;
}

/** The best move when each value is wrong by chance. */
function mistaken(roots: readonly Root[], { noise }: Strength, random: Pick<Random, 'next'>): Root {
  let best = roots[0]!;
  let most = Number.NEGATIVE_INFINITY;
  for (const root of roots) {
    // The sum of three draws is close enough to a normal distribution; its standard deviation is a half.
    const error = (random.next() + random.next() + random.next() - 1.5) * 2 * noise;
    if (root.value + error > most) {
      most = root.value + error;
      best = root;
    }
  }
  return best;
}
