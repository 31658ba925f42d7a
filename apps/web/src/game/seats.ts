import type { api } from '@chessmith/protocol';
import type { Color } from '@chessmith/rules';

/** Whether both seats are taken and the game will start by itself. The view of the started game follows at once, so this one is skipped. */
export const isAboutToStart = ({
  situation,
  configuration,
}: Pick<api.GameView, 'situation' | 'configuration'>): boolean =>
  situation === 'ready' && configuration?.autoStart === true;

/** The color that the viewer can move now; null until the legal moves have arrived. */
export function movableColor({ yours, turn, situation, promotion, board }: api.GameView): Color | null {
  if (situation !== 'running' || turn === null || promotion !== null) return null;
  return yours.includes(turn) && (board?.choices.length ?? 0) > 0 ? turn : null;
}

/** The viewer's color in a running game against an opponent; null for watchers and for players of both sides. */
export function waitingColor({ yours: [color, ...others], situation, promotion }: api.GameView): Color | null {
  return situation === 'running' && promotion === null && others.length === 0 ? (color ?? null) : null;
}

/** The seat in whose name the viewer acts; with both seats, that of the side to move. */
export const seatOf = ({ yours, turn }: api.GameView): Color => (yours.length === 2 ? (turn ?? 'white') : yours[0]!);
