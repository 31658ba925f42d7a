import type { RulesetCard, View } from '@chessmith/rules';
import type { PendingPromotion } from './game.js';

/** Two squares, optionally with the pawn's letter and a separator: `e7e8`, `Pe7-e8`, `Pe7xd8`. */
const TWO_SQUARES = /^P?([a-p]\d{1,2})[-x]?([a-p]\d{1,2})$/;

/** The promotion for which a move names no role; null if the move is not an incomplete promotion. */
export function promotionWithoutRole(view: View, move: string): PendingPromotion | null {
  const [, from, to] = TWO_SQUARES.exec(move) ?? [];
  if (from === undefined || to === undefined) return null;
  for (const choice of view.choices) {
    if (choice.kind !== 'move' || choice.promote === undefined) continue;
    if (choice.from === from && choice.to.includes(to)) return { from, to, roles: choice.promote };
  }
  return null;
}

/** The complete move in the notation of referees. */
export function spellPromotion(card: RulesetCard, { from, to }: PendingPromotion, role: string): string {
  const letter = card.roles.find((known) => known.role === role)?.letter;
  return letter === undefined ? `${from}${to}=${role}` : `${from}${to}${letter.toLowerCase()}`;
}
