import type { api } from '@chessmith/protocol';
import { COLORS } from '@chessmith/rules';

export type Sound = 'joined' | 'move' | 'capture' | 'check' | 'end';
type Seen = Pick<api.GameView, 'ply' | 'end' | 'seats'> & {
  readonly moves: readonly { readonly happened: readonly { readonly kind: string }[] }[];
};

/** The sound for the step from one view to the next; null for silence. */
export function soundOf(before: Seen, after: Seen): Sound | null {
  if (after.end !== null) return before.end === null ? 'end' : null;
  if (COLORS.some((color) => before.seats[color] === null && after.seats[color] !== null)) return 'joined';
  if (after.ply <= before.ply) return null;
  const kinds = new Set(after.moves.at(-1)?.happened.map(({ kind }) => kind));
  if (kinds.has('checked')) return 'check';
  return kinds.has('captured') || kinds.has('exploded') ? 'capture' : 'move';
}
