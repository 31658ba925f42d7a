import { type Json, type Refusal, refusal, type Setup } from '@chessmith/rules';
import { err, ok, type Result, unwrap } from '@chessmith/std';
import { type Board, CASTLING } from './board.js';
import { type FiftyRule, royalsOf } from './endings.js';
import { parseQuantumPgn, parseStartAndMoves, type WrittenGame } from './pgn.js';
import { BLACK, colorName, KING, NONE, PAWN, ROOK } from './piece.js';
import { positionOf, type QuantumPosition } from './position.js';
import { formatQfen, parseQfen, START_FEN } from './qfen.js';
import { replayRecord } from './replay-record.js';
import { parseSquare, squareName } from './square.js';

/** The stored record of a start: a position, and moves played from it before the game began. */
export type StartRecord = {
  readonly position: string;
  readonly cap: number;
  readonly fiftyRule: FiftyRule;
  readonly free: boolean;
  readonly moves?: readonly string[];
};

/**
 * Reads a start: a FEN or QFEN, optionally followed by `moves` and moves with their results, or a game in PGN. The game
 * begins after those moves.
 */
export function readStart(
  setup: Setup,
  { cap, fiftyRule }: Pick<StartRecord, 'cap' | 'fiftyRule'>,
): Result<StartRecord, Refusal> {
  if (setup.number !== undefined) {
    return err(refusal('quantum/no-numbered-start', 'Quantum chess has no numbered starts; leave out the number.'));
  }
  const text = parseGame(setup.position ?? START_FEN);
  if (!text.ok) return text;
  const { start, moves } = text.value;
  const board = firstBoard(start, setup, cap);
  if (!board.ok) return board;
  const free = setup.free === true;
  const last = boardAfter(board.value, moves, free);
  if (!last.ok) return last;
  const refused = free ? null : whyNoGame(last.value);
  if (refused !== null) return err(refused);
  const record = { position: formatQfen(board.value, 'exact'), cap, fiftyRule, free };
  return ok(moves.length === 0 ? record : { ...record, moves });
}

/** The position of a stored start. */
export function positionOfStart({ position, cap, fiftyRule, free, moves = [] }: StartRecord): QuantumPosition {
  const board = unwrap(boardAfter(unwrap(parseQfen(position, cap)), moves, free));
  board.ply = 0;
  return positionOf(board, { free, fiftyRule, royal: royalsOf(board) }, null);
}

/** A set-up for a new game that continues this one: its start, and its moves with their results. */
export function branch(
  start: { readonly open: Json },
  moves: readonly { readonly open: Json }[],
): { position: string } {
  const { position, moves: before = [] } = start.open as StartRecord;
  const all = [...before, ...moves.map(({ open }) => String(open))];
  return { position: all.length === 0 ? position : `${position} moves ${all.join(' ')}` };
}

/** If the view gives only the number of states, PGN describes the start by the moves that led to it. */
export const pgnStart = (start: { readonly open: Json }, notation: string): string =>
  /\sq\d+$/.test(notation) ? branch(start, []).position : notation;

const parseGame = (text: string): Result<WrittenGame, Refusal> =>
  text.trimStart().startsWith('[') ? parseQuantumPgn(text) : ok(parseStartAndMoves(text));

function boardAfter(start: Board, moves: readonly string[], free: boolean): Result<Board, Refusal> {
  let board = start;
  for (const [index, move] of moves.entries()) {
    const after = replayRecord(board, move, free);
    if (!after.ok) {
      const { code, message } = after.error;
      const facts = { ply: index + 1, move: move.slice(0, 40), why: code, detail: message };
      return err(refusal('quantum/bad-line', `Move ${index + 1} cannot be played: ${message}`, facts));
    }
    board = after.value;
  }
  return ok(board);
}

function firstBoard(start: string, setup: Setup, cap: number): Result<Board, Refusal> {
  const parsed = parseQfen(start, cap);
  if (!parsed.ok) return parsed;
  const board = parsed.value;
  if (board.wave.size > cap) {
    const boards = board.wave.size;
    const message = `The position has ${boards} boards in superposition, but this game allows only ${cap}.`;
    return err(refusal('quantum/too-much-superposition', message, { boards, cap }));
  }
  if (setup.turn !== undefined && setup.turn !== colorName(board.turn)) {
    board.turn ^= BLACK;
    board.ep = -1;
  }
  if (setup.unmoved !== undefined) {
    const empty = setup.unmoved.find((name) => (board.piece[parseSquare(name)] ?? NONE) === NONE);
    if (empty !== undefined) {
      return err(
        refusal('quantum/bad-unmoved', `There is no piece on ${empty.slice(0, 8)}, which is listed as unmoved.`, {
          square: empty.slice(0, 8),
        }),
      );
    }
    board.castling = rightsOf(board, setup.unmoved.map(parseSquare));
  }
  return ok(board);
}

/** Why a game cannot start here; null if it can. */
function whyNoGame(board: Board): Refusal | null {
  const royal = royalsOf(board);
  if (!royal.white || !royal.black) {
    const color = royal.white ? 'black' : 'white';
    return refusal('quantum/no-king', `There is no ${color} king on the board.`, { color });
  }
  const stuck = [...board.piece].findIndex((kind, square) => (kind & 7) === PAWN && (square < 8 || square > 55));
  if (stuck < 0) return null;
  const square = squareName(stuck);
  return refusal('quantum/pawn-on-last-rank', `A pawn cannot stand on ${square}.`, { square });
}

function rightsOf(board: Board, unmoved: readonly number[]): number {
  const right = (king: number, corner: number, side: number, bit: number) =>
    unmoved.includes(king) &&
    unmoved.includes(corner) &&
    board.piece[king] === (side | KING) &&
    board.piece[corner] === (side | ROOK)
      ? bit
      : 0;
  return (
    right(4, 7, 0, CASTLING.K) |
    right(4, 0, 0, CASTLING.Q) |
    right(60, 63, BLACK, CASTLING.k) |
    right(60, 56, BLACK, CASTLING.q)
  );
}
