import type { Color, RulesetCard, ViewPiece } from '@chessmith/rules';

/** What stands on the board of one side, for those who do not see it: `king e1; rook a1, h1`. */
export function standingOf(
  pieces: readonly ViewPiece[],
  color: Color,
  { roles }: { readonly roles: readonly Pick<RulesetCard['roles'][number], 'role'>[] },
): string {
  const own = pieces.filter((piece) => piece.color === color);
  // Rulesets tell their pieces from the pawn to the king.
  const kinds = new Set([...roles.map(({ role }) => role).toReversed(), ...own.map(({ role }) => role)]);
  const groups = [...kinds].flatMap((role) => {
    const squares = own.filter((piece) => piece.role === role).map(squareWords);
    return squares.length === 0 ? [] : [`${role.replaceAll(/[_-]/g, ' ')} ${squares.join(', ')}`];
  });
  return groups.length === 0 ? 'nothing' : groups.join('; ');
}

const squareWords = ({ square, probability }: ViewPiece): string =>
  probability === undefined ? square : `${square} (${Math.round(probability * 100)} %)`;
