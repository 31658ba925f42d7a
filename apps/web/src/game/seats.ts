import type { api } from '@chessmith/protocol';
import type { Color } from '@chessmith/rules';

/**
 * Whether both have sat down in a game that begins by itself: that is told on its own, and that it has begun right after it,
 * so nobody has to be shown that it could be started.
 */
export const isAboutToStart = ({
  situation,
  configuration,
}: Pick<api.GameView, 'situation' | 'configuration'>): boolean =>
  situation === 'ready' && configuration?.autoStart === true;

/** The side for which this person may move now; null also for the moment until it is known what may be played. */
export function movableColor({ yours, turn, situation, promotion, board }: api.GameView): Color | null {
  if (situation !== 'running' || turn === null || promotion !== null) return null;
  return yours.includes(turn) && (board?.choices.length ?? 0) > 0 ? turn : null;
}

/** The side for which this person waits for the other one to move; who plays for both sides waits for nobody. */
export function waitingColor({ yours: [color, ...others], situation, promotion }: api.GameView): Color | null {
  return situation === 'running' && promotion === null && others.length === 0 ? (color ?? null) : null;
}

/** The seat a player speaks from; who holds both speaks for the side to move. */
export const seatOf = ({ yours, turn }: api.GameView): Color => (yours.length === 2 ? (turn ?? 'white') : yours[0]!);
