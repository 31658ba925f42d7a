import { err, ok, type Result } from '@chessmith/std';
import { MAX_PATH } from '../read-movement.js';
import type { Refusal } from '../refusal.js';
import type { Modifiers, Movement, PieceKind, Ruleset, SquareTable } from '../ruleset.js';
import { validateRuleset } from '../validate-ruleset/validate-ruleset.js';
import type { DraftMovement, DraftPiece, RulesetDraft, TheoryMovement, TheoryTables } from './draft.js';

/**
 * Puts tables in the place of theories and checks the sense of the whole. Theories without a table count as leading
 * nowhere, so that the rest can be checked before any theory is asked.
 */
export function settleDraft(draft: RulesetDraft, tables: TheoryTables): Result<Ruleset, readonly Refusal[]> {
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

/** The theories that a movement goes by, of both colours. */
export const theoriesOf = ({ by }: TheoryMovement): readonly string[] =>
  'white' in by ? [...by.white, ...by.black] : by;

function withMovements(piece: DraftPiece, tableOf: (movement: TheoryMovement) => Movement): PieceKind {
  const settled = (movement: DraftMovement): Movement => {
    if (movement.kind === 'theory') return tableOf(movement);
    return movement.kind === 'group' ? { ...movement, of: movement.of.map(settled) } : movement;
  };
  return { ...piece, movements: piece.movements.map(settled) };
}

/** Rays beside each other; of leaps each target once. */
function joined(tables: readonly SquareTable[], shape: 'rays' | 'leaps'): SquareTable {
  const squares = [...new Set(tables.flatMap((table) => Object.keys(table)))];
  return Object.fromEntries(
    squares.map((from) => {
      const paths = tables.flatMap((table) => table[from] ?? []);
      return [from, shape === 'rays' ? paths : inLists([...new Set(paths.flat())])];
    }),
  );
}

/** Lists that are short enough to be read back as JSON. */
const inLists = (targets: readonly string[]): SquareTable[string] =>
  Array.from({ length: Math.ceil(targets.length / MAX_PATH) }, (_, i) =>
    targets.slice(i * MAX_PATH, (i + 1) * MAX_PATH),
  );
