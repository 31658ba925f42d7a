import { type Chance, listMoves, type Referee, type Refusal } from '@chessmith/rules';
import { ok, type Result } from '@chessmith/std';

/** Perft ignores chance: it always takes the first alternative. */
const FIRST_CHOICE: Chance = { int: () => 0, real: () => 0 };

/** The leaves below each first move, counted move by move with a referee, for rules that are not compiled. */
export async function* divideBy(
  referee: Referee,
  depth: number,
): AsyncGenerator<Result<{ readonly move: string; readonly leaves: number; readonly of: number }, Refusal>> {
  const started = await referee.start({}, FIRST_CHOICE);
  if (!started.ok) {
    yield started;
    return;
  }
  const moves = movesOf(referee, started.value.position);
  for (const move of moves) {
    const leaves = await leavesAfter(referee, started.value.position, move, depth - 1);
    if (!leaves.ok) {
      yield leaves;
      return;
    }
    yield ok({ move, leaves: leaves.value, of: moves.length });
  }
}

const movesOf = (referee: Referee, position: unknown): readonly string[] =>
  listMoves(referee.about, referee.view(position, { kind: 'all' }).choices);

async function leavesAfter(
  referee: Referee,
  position: unknown,
  move: string,
  depth: number,
): Promise<Result<number, Refusal>> {
  // The moves are listed, so the last ply need not be played.
  if (depth === 0) return ok(1);
  const ruled = await referee.judge(position, move, FIRST_CHOICE);
  if (!ruled.ok) return ruled;
  const moves = movesOf(referee, ruled.value.after);
  if (depth === 1) return ok(moves.length);
  let total = 0;
  for (const next of moves) {
    const leaves = await leavesAfter(referee, ruled.value.after, next, depth - 1);
    if (!leaves.ok) return leaves;
    total += leaves.value;
  }
  return ok(total);
}
