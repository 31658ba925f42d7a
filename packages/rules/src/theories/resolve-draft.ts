import { err, ok, type Result } from '@chessmith/std';
import type { Refusal } from '../refusal.js';
import type { Modifiers, Movement, PieceKind, Ruleset, SquareTable } from '../ruleset.js';
import { validateRuleset } from '../validate-ruleset/validate-ruleset.js';
import type { DraftMovement, DraftPiece, RulesetDraft, TheoryMovement, TheoryTables } from './draft.js';
import { MAX_PATH } from './read-theory.js';

/**
 * Replaces theories with their tables and validates the result. A theory without a table leads nowhere, so that the
 * rest can be validated before Prolog runs.
 */
export function resolveDraft(draft: RulesetDraft, tables: TheoryTables): Result<Ruleset, readonly Refusal[]> {
  const { theories, ...outline } = draft;
  const tableOf = (movement: TheoryMovement): Movement => {
    const { kind: _, by, ...modifiers } = movement;
    const { white, black } = 'white' in by ? by : { white: by, black: by };
    const { shape } = theories[white[0]!]!;
    const join = (names: readonly string[]): SquareTable =>
      joined(
        names.map((name) => (Object.hasOwn(tables, name) ? tables[name]! : {})),
        shape,
      );
    return { kind: 'table', shape, white: join(white), black: join(black), ...(modifiers as Modifiers) };
  };
  const pieces = Object.entries(draft.pieces).map(([role, piece]): [string, PieceKind] => [
    role,
    withMovements(piece, tableOf),
  ]);
  const ruleset: Ruleset = { ...outline, pieces: Object.fromEntries(pieces) };
  const refusals = validateRuleset(ruleset);
  return refusals.length > 0 ? err(refusals) : ok(ruleset);
}

/** All theories of a movement, for both colours. */
export const theoriesOf = ({ by }: TheoryMovement): readonly string[] =>
  'white' in by ? [...by.white, ...by.black] : by;

function withMovements(piece: DraftPiece, tableOf: (movement: TheoryMovement) => Movement): PieceKind {
  const settled = (movement: DraftMovement): Movement => {
    if (movement.kind === 'theory') return tableOf(movement);
    return movement.kind === 'group' ? { ...movement, of: movement.of.map(settled) } : movement;
  };
  return { ...piece, movements: piece.movements.map(settled) };
}

/** Keeps all rays; keeps each leap target once. */
function joined(tables: readonly SquareTable[], shape: 'rays' | 'leaps'): SquareTable {
  const squares = [...new Set(tables.flatMap((table) => Object.keys(table)))];
  return Object.fromEntries(
    squares.map((from) => {
      const paths = tables.flatMap((table) => table[from] ?? []);
      return [from, shape === 'rays' ? paths : inLists([...new Set(paths.flat())])];
    }),
  );
}

/** Splits targets into lists short enough for `readRuleset`. */
const inLists = (targets: readonly string[]): SquareTable[string] =>
  Array.from({ length: Math.ceil(targets.length / MAX_PATH) }, (_, i) =>
    targets.slice(i * MAX_PATH, (i + 1) * MAX_PATH),
  );
