import type { json } from '@chessmith/std';
import type { Movement, Step } from '../ruleset.js';

/** A movement of a piece, with its path in the ruleset. */
export type PlacedMovement = { readonly role: string; readonly movement: Movement; readonly path: json.JsonPath };

/** The movements of a piece with groups flattened. */
export const flattenMovements = (
  role: string,
  movements: readonly Movement[],
  path: json.JsonPath,
): readonly PlacedMovement[] =>
  movements.flatMap((movement, i) =>
    movement.kind === 'group'
      ? flattenMovements(role, movement.of, [...path, i, 'of'])
      : [{ role, movement, path: [...path, i] }],
  );

/** The steps of a movement; tables, castling and drops have none. */
export const stepsOf = (movement: Movement): readonly Step[] =>
  'along' in movement ? movement.along : movement.kind === 'leap' || movement.kind === 'en-passant' ? movement.to : [];
