import type { api } from '@chessmith/protocol';
import { type Color, opposite, type RulesetCard, type ViewPiece } from '@chessmith/rules';

const POINTS: { readonly [role: string]: number } = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9 };

/**
 * What the page shows per ruleset. Points only where the usual piece values hold; captured pieces alone where some pieces have no agreed
 * value, the armies differ, or losing pieces is the goal. Nothing for pockets, quantum chess and rulesets of authors.
 */
const SHOWN: { readonly [ruleset: string]: 'pieces' | 'points' } = {
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

/** What one side has captured. */
export type Material = {
  /** The captured pieces, the most valuable first. */
  readonly taken: readonly string[];
  /** The lead in points; 0 if the side is not ahead, or if the ruleset has no points. */
  readonly ahead: number;
};

/** What `color` has captured in these moves, which lead to these pieces; null where the page shows nothing. */
export function materialOf(
  color: Color,
  { name, roles }: Pick<RulesetCard, 'name' | 'roles'>,
  moves: Moves,
  pieces: readonly ViewPiece[],
): Material | null {
  const shown = SHOWN[name];
  if (shown === undefined) return null;
  const lost = moves.flatMap(({ happened }) =>
    happened.flatMap((what) =>
      (what.kind === 'captured' || what.kind === 'exploded') && what.color !== color ? [what.role] : [],
    ),
  );
  // Rulesets list their pieces from the pawn to the king.
  const rank = (role: string) => roles.findIndex((known) => known.role === role);
  const ahead = shown === 'points' ? pointsOf(pieces, color) - pointsOf(pieces, opposite(color)) : 0;
  return { taken: lost.toSorted((a, b) => rank(b) - rank(a)), ahead: Math.max(0, ahead) };
}

const pointsOf = (pieces: readonly ViewPiece[], color: Color): number =>
  pieces.reduce((sum, piece) => sum + (piece.color === color ? (POINTS[piece.role] ?? 0) : 0), 0);
