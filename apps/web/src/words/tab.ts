import type { api } from '@chessmith/protocol';
import { t } from '../messages/page.js';
import { headline } from './ends.js';

type Seen = Pick<api.GameView, 'situation' | 'yours' | 'turn' | 'ply' | 'offers' | 'end'>;

/** The title of a game's tab, so that a player can follow the game from another tab. */
export function tabTitle(view: Seen, variant: string): string {
  const state = stateOf(view);
  return state === null ? variant : `${state} · ${variant}`;
}

function stateOf({ situation, yours, turn, end }: Seen): string | null {
  if (end !== null) return headline(end, yours);
  if (situation === 'waiting-for-players' && yours.length > 0) return t('tab.waiting');
  if (situation !== 'running' || turn === null) return null;
  return yours.length === 1 && yours.includes(turn) ? t('tab.yourMove') : t('tab.toMove', { color: turn });
}

/** Whether the step from one view to the next should call a player who looks at another tab. */
export function isCall(before: Seen, after: Seen): boolean {
  const [own, ...others] = after.yours;
  if (own === undefined || others.length > 0) return false;
  if (after.situation !== before.situation) return true;
  const isTurn = after.turn === own && (before.turn !== own || after.ply > before.ply);
  const isOffered = (['draw', 'takeback', 'rematch'] as const).some(
    (what) => before.offers[what] === null && after.offers[what] !== null && after.offers[what].by !== own,
  );
  return isTurn || isOffered;
}
