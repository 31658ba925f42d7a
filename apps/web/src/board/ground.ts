import type { Choice, Color, RulesetCard, ViewPiece } from '@chessmith/rules';
import type * as cg from 'chessgroundx/types';

// Chessground writes a rank as one character: 1 … 9, then the characters after 9 in ASCII.
const BEFORE_RANK_1 = '0'.charCodeAt(0);

export const keyOf = (square: string): cg.Key =>
  (square[0]! + String.fromCharCode(BEFORE_RANK_1 + Number(square.slice(1)))) as cg.Key;

export const squareOf = (key: cg.Key): string => `${key[0]}${key.charCodeAt(1) - BEFORE_RANK_1}`;

/** The CSS class of a role. */
export const classOf = (role: string): string => `man-${role.replace(/[^a-z0-9]/gi, '_')}`;

const OPACITY_STEPS = 10;

/** Chessground copies the text of a role into the CSS class of the piece, so the text also carries classes for picture and opacity. */
export function groundPiece({ role, color, probability }: Omit<ViewPiece, 'square'>, card: RulesetCard): cg.Piece {
  const maybe = probability === undefined ? '' : ` maybe-${Math.max(1, Math.round(probability * OPACITY_STEPS))}`;
  return { color, role: `${letterOf(role, card)}-piece ${classOf(role)}${maybe}` as cg.Role };
}

export function letterOf(role: string, { roles }: RulesetCard): string {
  return (roles.find((known) => known.role === role)?.letter ?? role).charAt(0).toLowerCase();
}

/** The changes that make Chessground show these pieces. */
export function difference(shown: cg.Pieces, pieces: readonly ViewPiece[], card: RulesetCard): cg.PiecesDiff {
  const wanted = new Map(pieces.map((piece) => [keyOf(piece.square), groundPiece(piece, card)]));
  const changes: cg.PiecesDiff = new Map();
  for (const key of shown.keys()) if (!wanted.has(key)) changes.set(key, undefined);
  for (const [key, piece] of wanted) {
    const there = shown.get(key);
    if (there?.role !== piece.role || there.color !== piece.color) changes.set(key, piece);
  }
  return changes;
}

/** The targets of each piece, also of pieces in the pocket. */
export function destinations(choices: readonly Choice[], card: RulesetCard): cg.Dests {
  const dests: cg.Dests = new Map();
  const add = (from: cg.Orig, to: readonly string[]) =>
    dests.set(from, [...new Set([...(dests.get(from) ?? []), ...to.map(keyOf)])]);
  for (const choice of choices) {
    if (choice.kind === 'move') add(keyOf(choice.from), choice.to);
    if (choice.kind === 'drop') add(`${letterOf(choice.role, card).toUpperCase()}@` as cg.DropOrig, choice.to);
  }
  return dests;
}

export type Pockets = { readonly [color in Color]: { readonly [role: string]: number } };

export function groundPockets(pockets: Pockets, card: RulesetCard): cg.Pockets {
  const held = (color: Color) =>
    new Map(Object.entries(pockets[color]).map(([role, count]) => [groundPiece({ role, color }, card).role, count]));
  return { white: held('white'), black: held('black') };
}
