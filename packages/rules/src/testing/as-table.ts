import { pathsFrom } from '../compile/move-program.js';
import { formatSquare, type Geometry } from '../geometry.js';
import type { Modifiers, Movement, SquareTable } from '../ruleset.js';

/** The same slide or leap as a table of squares. */
export function asTable(
  board: Geometry,
  movement: Extract<Movement, { kind: 'slide' | 'leap' }>,
): Extract<Movement, { kind: 'table' }> {
  const { onto, from, unmoved, safe } = movement;
  const modifiers: Modifiers = Object.fromEntries(
    Object.entries({ onto, from, unmoved, safe }).filter(([, value]) => value !== undefined),
  );
  return {
    kind: 'table',
    shape: movement.kind === 'slide' ? 'rays' : 'leaps',
    white: spelledOut(board, movement, 0),
    black: spelledOut(board, movement, 1),
    ...modifiers,
  };
}

function spelledOut(board: Geometry, movement: Movement, color: number): SquareTable {
  const name = (square: number): string => formatSquare(board, square);
  return Object.fromEntries(
    Array.from({ length: board.files * board.ranks }, (_, from) => [
      name(from),
      pathsFrom(board, movement, color, from)
        .map((path) => path.map(name))
        .filter((path) => path.length > 0),
    ]),
  );
}
