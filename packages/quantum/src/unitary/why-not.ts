import { type Refusal, refusal } from '@chessmith/rules';
import { type Board, CASTLING, isFull } from './board.js';
import { BISHOP, BLACK, KING, KNIGHT, NONE, PAWN, ROOK, roleName, WHITE } from './piece.js';
import { KING_LEAPS, KNIGHT_LEAPS, PATH_HI, PATH_LO, RAYS, squareName, squaresOf } from './square.js';

/** Why the piece on `from` cannot move to `to`; call it for illegal moves only. */
export function whyNotTo(board: Board, from: number, to: number): Refusal {
  const kind = board.piece[from]!;
  if (from === to) return refusal('quantum/same-square', 'A move needs two different squares.');
  if ((kind & 7) === PAWN) return whyNotPawn(board, from, to);
  if (!isReachable(kind & 7, from, to)) return notHow(kind, from, to);
  return blockedOn(board, from, to) ?? ownPiece(board, to);
}

/** Why `to` is not a split or merge target for the piece on `from`. */
export function whyNotSplitTo(board: Board, from: number, to: number): Refusal {
  const kind = board.piece[from]!;
  if (from === to) return refusal('quantum/same-square', 'A split or merge needs a target other than its source.');
  if (!isReachable(kind & 7, from, to)) return notHow(kind, from, to);
  const blocked = blockedOn(board, from, to);
  if (blocked !== null) return blocked;
  const role = roleName(board.piece[to]!);
  const square = squareName(to);
  return refusal(
    'quantum/target-taken',
    `A ${role} may be on ${square}: splits and merges go to empty squares or those of the same kind.`,
    { square, role },
  );
}

/** Null if the squares are not those of castling. */
export function whyNotCastle(board: Board, from: number, to: number): Refusal | null {
  const kind = board.piece[from]!;
  const white = (kind & BLACK) === WHITE;
  if ((kind & 7) !== KING || from !== (white ? 4 : 60) || Math.abs(to - from) !== 2) return null;
  const kingside = to > from;
  const right = kingside ? (white ? CASTLING.K : CASTLING.k) : white ? CASTLING.Q : CASTLING.q;
  if ((board.castling & right) === 0) {
    return refusal(
      'quantum/castling-right-lost',
      'The king or this rook has moved, so castling is no longer possible.',
    );
  }
  const corner = kingside ? from + 3 : from - 4;
  if (board.piece[corner] !== ((kind & BLACK) | ROOK)) {
    const square = squareName(corner);
    return refusal('quantum/castling-no-rook', `There is no rook on ${square} to castle with.`, { square });
  }
  const between = kingside ? [from + 1, from + 2] : [from - 1, from - 2, from - 3];
  const full = between.find((square) => isFull(board.wave, square)) ?? to;
  const square = squareName(full);
  return refusal('quantum/castling-blocked', `On every board ${square} is occupied.`, { square });
}

function whyNotPawn(board: Board, from: number, to: number): Refusal {
  const kind = board.piece[from]!;
  const ahead = (kind & BLACK) === WHITE ? 8 : -8;
  const files = (to & 7) - (from & 7);
  if (files === 0 && (to === from + ahead || to === from + 2 * ahead)) {
    if (to !== from + ahead && from >> 3 !== ((kind & BLACK) === WHITE ? 1 : 6)) {
      return refusal('quantum/pawn-two-steps', 'A pawn may go two squares from its start rank only.');
    }
    const full = isFull(board.wave, from + ahead) ? from + ahead : to;
    const square = squareName(full);
    return refusal('quantum/path-blocked', `On every board ${square} is occupied.`, { square });
  }
  if (Math.abs(files) === 1 && to >> 3 === (from + ahead) >> 3) {
    const square = squareName(to);
    return refusal(
      'quantum/nothing-to-capture',
      `A pawn can go to ${square} only to capture, but no enemy can be there.`,
      {
        square,
      },
    );
  }
  return notHow(kind, from, to);
}

function isReachable(role: number, from: number, to: number): boolean {
  if (role === KNIGHT) return KNIGHT_LEAPS[from]!.includes(to);
  if (role === KING) return KING_LEAPS[from]!.includes(to);
  if (role === PAWN || role === NONE) return false;
  const directions = role === ROOK ? [0, 1, 2, 3] : role === BISHOP ? [4, 5, 6, 7] : [0, 1, 2, 3, 4, 5, 6, 7];
  return directions.some((direction) => RAYS[from * 8 + direction]!.includes(to));
}

function blockedOn(board: Board, from: number, to: number): Refusal | null {
  if ((board.piece[from]! & 7) === KNIGHT) return null;
  const path = squaresOf(PATH_LO[from * 64 + to]! & board.wave.andLo, PATH_HI[from * 64 + to]! & board.wave.andHi);
  if (path.length === 0) return null;
  const square = squareName(path[0]!);
  return refusal('quantum/path-blocked', `On every board ${square} is occupied.`, { square });
}

function ownPiece(board: Board, to: number): Refusal {
  const square = squareName(to);
  const role = roleName(board.piece[to]!);
  return refusal('quantum/own-piece-there', `Your own ${role} stands on ${square} on every board.`, { square, role });
}

function notHow(kind: number, from: number, to: number): Refusal {
  const facts = { role: roleName(kind), from: squareName(from), to: squareName(to) };
  const message = `A ${facts.role} cannot move from ${facts.from} to ${facts.to}.`;
  return refusal('quantum/not-how-it-moves', message, facts);
}
