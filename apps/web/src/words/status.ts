import type { api } from '@chessmith/protocol';
import { t } from '../messages/page.js';
import { headline, reason } from './ends.js';
import { measuredIn } from './measured.js';

/** The state of the game in a sentence; empty once it is over. */
export function statusOf({ situation, yours, turn, board, promotion }: api.GameView): string {
  switch (situation) {
    case 'waiting-for-players':
      return t('status.waiting');
    case 'ready':
      return t('status.ready');
    case 'absent':
    case 'not-configured':
      return t('status.settingUp');
    case 'terminated':
      return '';
    case 'running': {
      if (turn === null) return '';
      if (promotion !== null) return t('status.choosing', { color: turn });
      const isYours = yours.length === 1 && yours.includes(turn);
      const toMove = isYours ? t('status.yourMove') : t('status.toMove', { color: turn });
      return (board?.check.length ?? 0) > 0 ? `${toMove} ${t('status.check')}` : toMove;
    }
  }
}

/** The premove that waits for the player's turn; empty if there is none. */
export const premoveWords = (premove: readonly [from: string, to: string] | null): string =>
  premove === null ? '' : t('status.premove', { from: premove[0], to: premove[1] });

/** For screen readers: the last move, then the state of the game or its end. */
export function announcementOf(view: api.GameView): string {
  const last = view.moves.at(-1);
  const { message = '' } = (view.board?.extra ?? {}) as { readonly message?: string };
  const played =
    last === undefined ? [] : [t('status.played', { color: last.color, move: last.notation }), measuredIn(last)];
  const over =
    view.end === null ? [] : [`${headline(view.end, view.yours)}.`, reason(view.end, view.board?.extra ?? {})];
  return [...played, statusOf(view), ...over, message].filter((part) => part !== '').join(' ');
}

/** Counters that only some variants have. */
export function countsOf({ board }: api.GameView): string | null {
  const { checksGiven, boards } = (board?.extra ?? {}) as {
    readonly checksGiven?: { readonly white: number; readonly black: number };
    readonly boards?: number;
  };
  if (checksGiven !== undefined) return t('status.checksGiven', checksGiven);
  if (boards !== undefined && boards > 1) return t('status.boards', { count: boards });
  return null;
}
