import type { api } from '@chessmith/protocol';
import { type Color, opposite, type RulesetCard, type ViewPiece } from '@chessmith/rules';

const POINTS: { readonly [role: string]: number } = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9 };

/**
 * What can be told without lying. Pieces have the values that every player knows in chess and its near relatives; elsewhere
 * there are pieces without an agreed value, armies that are not alike, or nothing is better than having lost everything.
 * Of games with pockets, of quantum chess and of rules that people wrote nothing is told.
 */
const TOLD: { readonly [ruleset: string]: 'pieces' | 'points' } = {
  standard: 'points',
  chess960: 'points',
  'king-of-the-hill': 'points',
  'three-check': 'points',
  'racing-kings': 'points',
  'los-alamos': 'points',
  atomic: 'points',
  antichess: 'pieces',
  horde: 'pieces',
  capablanca: 'pieces',
  grand: 'pieces',
  knightmate: 'pieces',
};

type Moves = readonly Pick<api.MoveView, 'happened'>[];

/** What one side has won. */
export type Material = {
  /** What the other side has lost, the most precious first. */
  readonly taken: readonly string[];
  /** By how many points it is ahead; 0 if it is not, or where points would mislead. */
  readonly ahead: number;
};

/** What `color` has won by these moves, after which these pieces stand; null where that is not told. */
export function materialOf(
  color: Color,
  { name, roles }: Pick<RulesetCard, 'name' | 'roles'>,
  moves: Moves,
  pieces: readonly ViewPiece[],
): Material | null {
  const told = TOLD[name];
  if (told === undefined) return null;
  const lost = moves.flatMap(({ happened }) =>
    happened.flatMap((what) =>
      (what.kind === 'captured' || what.kind === 'exploded') && what.color !== color ? [what.role] : [],
    ),
  );
  // Rulesets tell their pieces from the pawn to the king.
  const rank = (role: string) => roles.findIndex((known) => known.role === role);
  const ahead = told === 'points' ? pointsOf(pieces, color) - pointsOf(pieces, opposite(color)) : 0;
  return { taken: lost.toSorted((a, b) => rank(b) - rank(a)), ahead: Math.max(0, ahead) };
}

const pointsOf = (pieces: readonly ViewPiece[], color: Color): number =>
  pieces.reduce((sum, piece) => sum + (piece.color === color ? (POINTS[piece.role] ?? 0) : 0), 0);
