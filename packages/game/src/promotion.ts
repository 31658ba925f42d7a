import type { RulesetCard, View } from '@chessmith/rules';
import type { Promotion } from './game.js';

/** Two squares and nothing more, perhaps with the pawn's letter and a sign between: `e7e8`, `Pe7-e8`, `Pe7xd8`. */
const TWO_SQUARES = /^P?([a-p]\d{1,2})[-x]?([a-p]\d{1,2})$/;

/** The promotion that a move leaves open by not naming a role, if it is one. */
export function openPromotion(view: View, move: string): Promotion | null {
  const [, from, to] = TWO_SQUARES.exec(move) ?? [];
  if (from === undefined || to === undefined) return null;
  for (const choice of view.choices) {
    if (choice.kind !== 'move' || choice.promote === undefined) continue;
    if (choice.from === from && choice.to.includes(to)) return { from, to, roles: choice.promote };
  }
  return null;
}

/** The whole move, as referees read it. */
export function spellPromotion(card: RulesetCard, { from, to }: Promotion, role: string): string {
  const letter = card.roles.find((known) => known.role === role)?.letter;
  return letter === undefined ? `${from}${to}=${role}` : `${from}${to}${letter.toLowerCase()}`;
}
