import type { api } from '@chessmith/protocol';
import { colorName, headline, reason } from './ends.js';
import { measuredIn } from './measured.js';

/** How the game stands, in a sentence; empty once it is over. */
export function statusOf({ situation, yours, turn, board, promotion }: api.GameView): string {
  switch (situation) {
    case 'waiting-for-players':
      return yours.length > 0 ? 'Waiting for somebody to join.' : 'This game waits for a player.';
    case 'ready':
      return 'Both seats are taken. The game has not been started yet.';
    case 'absent':
    case 'not-configured':
      return 'This game is still being set up.';
    case 'terminated':
      return '';
    case 'running': {
      if (turn === null) return '';
      const check = (board?.check.length ?? 0) > 0 ? ' Check!' : '';
      if (promotion !== null) return `${colorName(turn)} chooses a piece.`;
      if (yours.length !== 1) return `${colorName(turn)} to move.${check}`;
      return yours.includes(turn) ? `Your move.${check}` : `Waiting for ${colorName(turn)}.${check}`;
    }
  }
}

/** What is played as soon as the turn comes; empty if nothing has been chosen. */
export const planWords = (plan: readonly [from: string, to: string] | null): string =>
  plan === null ? '' : `Then ${plan[0]}–${plan[1]}.`;

export const PLAN_HINT = 'Click or tap elsewhere, right-click or press Esc to take it back.';

/** For those who do not see the board: what was played last, and how the game stands or has ended. */
export function announcementOf(view: api.GameView): string {
  const last = view.moves.at(-1);
  const { message } = (view.board?.extra ?? {}) as { readonly message?: string };
  const said = message === undefined ? '' : ` ${message}`;
  const played = last === undefined ? '' : `${colorName(last.color)} played ${last.notation}. ${measuredIn(last)}`;
  const over =
    view.end === null ? '' : `${headline(view.end, view.yours)}. ${reason(view.end, view.board?.extra ?? {})}`;
  return `${played.trim()} ${statusOf(view)}${over}${said}`.trim();
}

/** What only some kinds of chess count. */
export function countsOf({ board }: api.GameView): string | null {
  const { checksGiven, boards } = (board?.extra ?? {}) as {
    readonly checksGiven?: { readonly white: number; readonly black: number };
    readonly boards?: number;
  };
  if (checksGiven !== undefined) return `Checks given: White ${checksGiven.white}, Black ${checksGiven.black}.`;
  if (boards !== undefined && boards > 1) return `${boards} boards in superposition.`;
  return null;
}
