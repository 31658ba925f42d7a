import type { json } from '@chessmith/std';
import type { Movement, Step } from '../ruleset.js';

/** A movement of a piece and where the ruleset says so. */
export type Placed = { readonly role: string; readonly movement: Movement; readonly path: json.JsonPath };

/** The movements of a piece, groups opened. */
export const openGroups = (role: string, movements: readonly Movement[], path: json.JsonPath): readonly Placed[] =>
  movements.flatMap((movement, i) =>
    movement.kind === 'group'
      ? openGroups(role, movement.of, [...path, i, 'of'])
      : [{ role, movement, path: [...path, i] }],
  );

/** The steps a movement is made of; tables, castling and drops have none. */
export const stepsOf = (movement: Movement): readonly Step[] =>
  'along' in movement ? movement.along : movement.kind === 'leap' || movement.kind === 'en-passant' ? movement.to : [];
