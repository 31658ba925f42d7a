import { type Refusal, refusal } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { type Board, cloneBoard } from './board.js';
import { legalMove } from './legal-move.js';
import { firstSquare, type Move, PASS } from './move.js';
import { parseMove } from './notation.js';
import { BLACK } from './piece.js';
import { FORCE_BLOCK, FORCE_PASS, measureAllAs, playMove, successProbability } from './play.js';
import { parseOccupancy } from './qfen.js';

/**
 * Replays a stored move on a copy: `b1wc3.m0` includes the measured result, and `~` precedes the occupancy found when
 * everything was measured. It draws nothing, so a record without a needed result is refused.
 */
export function replayRecord(board: Board, record: string, free: boolean): Result<Board, Refusal> {
  const [text = '', occupancy] = record.split('~');
  const written = parseMove(text);
  if (!written.ok) return written;
  const move = legalMove(board, written.value, free);
  if (!move.ok) return move;
  const { measured } = written.value;
  const success = successProbability(board, move.value);
  if (isOpen(success) && measured === undefined) {
    return err(
      refusal('quantum/outcome-missing', `${text} lacks the measurement result; add .m1 or .m0.`, {
        move: text,
        success,
      }),
    );
  }
  const refused = whyImpossible(success, measured);
  if (refused !== null) return err(refused);
  const { after } = played(board, move.value, measured === 1 ? FORCE_PASS : FORCE_BLOCK, free);
  if (occupancy === undefined) return ok(after);
  const found = parseOccupancy(occupancy);
  if (found !== null && measureAllAs(after, found.lo, found.hi)) return ok(after);
  return err(
    refusal(
      'quantum/impossible-outcome',
      `No board of the superposition has the occupancy ${occupancy.slice(0, 20)}.`,
      { occupancy: occupancy.slice(0, 20) },
    ),
  );
}

/** Whether the result is random. */
export const isOpen = (success: number | null): success is number => success !== null && success > 0 && success < 1;

export function whyImpossible(success: number | null, measured: 0 | 1 | undefined): Refusal | null {
  if (success === null || measured === undefined) return null;
  const probability = measured === 1 ? success : 1 - success;
  if (probability >= 1e-9) return null;
  return refusal('quantum/impossible-outcome', `Result m${measured} is impossible here.`, { success });
}

/** Plays a legal move on a copy; `result` is a `PlayResult`. */
export function played(board: Board, move: Move, draw: number, free: boolean): { after: Board; result: number } {
  const after = cloneBoard(board);
  if (free && move !== PASS) after.turn = board.piece[firstSquare(move)]! & BLACK;
  const result = playMove(after, move, draw);
  return { after, result };
}
