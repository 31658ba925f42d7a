import type { api } from '@chessmith/protocol';
import type { ViewPiece } from '@chessmith/rules';

/** The squares to mark for a move; `pieces` is the position after it. */
export function squaresOf(
  { happened }: Pick<api.MoveView, 'happened'>,
  pieces: readonly ViewPiece[],
): readonly string[] {
  return happened.flatMap((what) => {
    switch (what.kind) {
      case 'moved':
        return [what.from, what.to];
      case 'dropped':
        return [what.on];
      case 'split':
        return [what.from, ...what.to];
      case 'merged':
        return [...what.from, what.to];
      case 'castled':
        return castledOn(what, pieces);
      default:
        return [];
    }
  });
}

/** The squares of king and rook after castling: on every board the rook is next to the king, towards the middle. */
function castledOn(
  { color, side }: Pick<Extract<api.MoveView['happened'][number], { kind: 'castled' }>, 'color' | 'side'>,
  pieces: readonly ViewPiece[],
): readonly string[] {
  const [king, ...others] = pieces.filter((piece) => piece.role === 'king' && piece.color === color);
  if (king === undefined || others.length > 0) return [];
  const file = king.square.charCodeAt(0) + (side === 'king' ? -1 : 1);
  return [king.square, `${String.fromCharCode(file)}${king.square.slice(1)}`];
}
