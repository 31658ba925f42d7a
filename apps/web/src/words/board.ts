import type { Color, RulesetCard, ViewPiece } from '@chessmith/rules';
import { t } from '../messages/page.js';

/** The pieces of one side for screen readers: `king e1; rook a1, h1`. */
export function piecesInWords(
  pieces: readonly ViewPiece[],
  color: Color,
  { roles }: { readonly roles: readonly Pick<RulesetCard['roles'][number], 'role'>[] },
): string {
  const own = pieces.filter((piece) => piece.color === color);
  // Rulesets list their pieces from the pawn to the king.
  const kinds = new Set([...roles.map(({ role }) => role).toReversed(), ...own.map(({ role }) => role)]);
  const groups = [...kinds].flatMap((role) => {
    const squares = own.filter((piece) => piece.role === role).map(squareWords);
    const piece = role.replaceAll(/[_-]/g, ' ');
    return squares.length === 0 ? [] : [t('board.piece', { piece, squares: squares.join(', ') })];
  });
  return groups.length === 0 ? t('board.empty') : groups.join('; ');
}

const squareWords = ({ square, probability }: ViewPiece): string =>
  probability === undefined ? square : t('board.chance', { square, percent: Math.round(probability * 100) });
