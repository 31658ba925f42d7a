import type { api } from '@chessmith/protocol';
import { colorName, headline } from './ends.js';

type Seen = Pick<api.GameView, 'situation' | 'yours' | 'turn' | 'ply' | 'offers' | 'end'>;

/** What stands on the tab of a game, so that it can be followed from another one. */
export function tabTitle({ situation, yours, turn, end }: Seen, rules: string): string {
  if (end !== null) return `${headline(end, yours)} · ${rules}`;
  if (situation === 'waiting-for-players' && yours.length > 0) return `Waiting for somebody · ${rules}`;
  if (situation !== 'running' || turn === null) return rules;
  if (yours.length !== 1) return `${colorName(turn)} to move · ${rules}`;
  return `${yours.includes(turn) ? 'Your move' : `Waiting for ${colorName(turn)}`} · ${rules}`;
}

/** Whether a player who looks elsewhere wants to know that the game has gone on from one view to the next. */
export function isCall(before: Seen, after: Seen): boolean {
  const [own, ...others] = after.yours;
  if (own === undefined || others.length > 0) return false;
  if (after.situation !== before.situation) return true;
  const isTurn = after.turn === own && (before.turn !== own || after.ply > before.ply);
  const isAsked = (['draw', 'takeback', 'rematch'] as const).some(
    (what) => before.offers[what] === null && after.offers[what] !== null && after.offers[what].by !== own,
  );
  return isTurn || isAsked;
}
