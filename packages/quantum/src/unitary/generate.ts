import { type Board, CASTLING } from './board.js';
import { addMove, type MoveList, MoveType, moveList, packMove, Variant } from './move.js';
import { BISHOP, BLACK, KING, KNIGHT, NONE, PAWN, QUEEN, ROOK, WHITE } from './piece.js';
import { BIT_HI, BIT_LO, KING_LEAPS, KNIGHT_LEAPS, RAYS, squaresOf } from './square.js';

/*
 * There is no check: a move is legal if the masks and the register allow it. A piece may pass squares that are only
 * possibly occupied, but not a square that is occupied in every state.
 */

/** Appends every move of one piece to one square, for the given side. */
export function standardMoves(board: Board, side: number, list: MoveList): void {
  const { kindLo, kindHi } = board;
  for (let kind = side | PAWN; kind <= (side | KING); kind++) {
    for (let bits = kindLo[kind]!; bits !== 0; bits &= bits - 1) movesFrom(board, 31 - Math.clz32(bits & -bits), list);
    for (let bits = kindHi[kind]!; bits !== 0; bits &= bits - 1) movesFrom(board, 63 - Math.clz32(bits & -bits), list);
  }
}

/** Like `standardMoves`, for the piece that may be on one square. */
export function movesFrom(board: Board, from: number, list: MoveList): void {
  const kind = board.piece[from]!;
  switch (kind & 7) {
    case PAWN:
      pawnMoves(board, from, kind, list);
      break;
    case KNIGHT:
      leapMoves(board, from, kind, KNIGHT_LEAPS[from]!, list);
      break;
    case KING:
      leapMoves(board, from, kind, KING_LEAPS[from]!, list);
      if (board.castling !== 0) castles(board, from, kind & BLACK, list);
      break;
    case NONE:
      break;
    default:
      slideMoves(board, from, kind, list);
  }
}

/** Splits of all pieces, each pair of targets in both orders; none above half the cap. */
export function splitMoves(board: Board, side: number, list: MoveList): void {
  if (!maySuperpose(board)) return;
  for (let kind = side | KNIGHT; kind <= (side | KING); kind++) {
    for (let bits = board.kindLo[kind]!; bits !== 0; bits &= bits - 1) {
      splitsFrom(board, 31 - Math.clz32(bits & -bits), list);
    }
    for (let bits = board.kindHi[kind]!; bits !== 0; bits &= bits - 1) {
      splitsFrom(board, 63 - Math.clz32(bits & -bits), list);
    }
  }
}

export function splitsFrom(board: Board, from: number, list: MoveList): void {
  const count = splitTargets(board, from, targets);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      if (i === j) continue;
      const slides = targets[i]! >= SLIDES || targets[j]! >= SLIDES;
      const type = slides ? MoveType.splitSlide : MoveType.splitJump;
      addMove(list, packMove(type, Variant.basic, from, targets[i]! & 63, targets[j]! & 63));
    }
  }
}

/** Merges of each pair of squares with the same kind, in both orders; none above half the cap. */
export function mergeMoves(board: Board, side: number, list: MoveList): void {
  if (!maySuperpose(board)) return;
  for (let kind = side | KNIGHT; kind <= (side | KING); kind++) {
    const sources = squaresOf(board.kindLo[kind]!, board.kindHi[kind]!);
    if (sources.length < 2) continue;
    const reach = sources.map((from) => targets.slice(0, splitTargets(board, from, targets)));
    const slidesTo = new Int8Array(64);
    for (let i = 0; i < sources.length; i++) {
      slidesTo.fill(-1);
      for (const target of reach[i]!) slidesTo[target & 63] = target >= SLIDES ? 1 : 0;
      for (let j = 0; j < sources.length; j++) {
        if (i === j) continue;
        for (const target of reach[j]!) {
          const arm = slidesTo[target & 63]!;
          if (arm < 0) continue;
          const type = arm === 1 || target >= SLIDES ? MoveType.mergeSlide : MoveType.mergeJump;
          addMove(list, packMove(type, Variant.basic, sources[i]!, sources[j]!, target & 63));
        }
      }
    }
  }
}

/** Splits and merges can double the number of states, so they need a free half of the cap. */
export const maySuperpose = (board: Board): boolean => board.wave.size * 2 <= board.cap;

/** Flag on a target that is reached along a path. */
export const SLIDES = 64;
const targets = new Uint8Array(64);

/** Writes the split targets of the piece on `from`: empty squares and those of its own kind. Returns their number. */
export function splitTargets(board: Board, from: number, into: Uint8Array): number {
  const { piece } = board;
  const { andLo, andHi } = board.wave;
  const kind = piece[from]!;
  const role = kind & 7;
  let count = 0;
  if (role === KNIGHT || role === KING) {
    const leaps = role === KNIGHT ? KNIGHT_LEAPS[from]! : KING_LEAPS[from]!;
    for (let i = 0; i < leaps.length; i++) {
      const to = leaps[i]!;
      if (piece[to] === NONE || piece[to] === kind) into[count++] = to;
    }
    return count;
  }
  if (role === NONE || role === PAWN) return 0;
  const last = role === ROOK ? 4 : 8;
  for (let direction = role === BISHOP ? 4 : 0; direction < last; direction++) {
    const ray = RAYS[from * 8 + direction]!;
    for (let i = 0; i < ray.length; i++) {
      const to = ray[i]!;
      if (piece[to] === NONE || piece[to] === kind) into[count++] = i === 0 ? to : to | SLIDES;
      if (((andLo & BIT_LO[to]!) | (andHi & BIT_HI[to]!)) !== 0) break;
    }
  }
  return count;
}

/** False means stalemate. */
export function hasLegalMove(board: Board, side: number): boolean {
  scratch.count = 0;
  standardMoves(board, side, scratch);
  if (scratch.count === 0) splitMoves(board, side, scratch);
  if (scratch.count === 0) mergeMoves(board, side, scratch);
  return scratch.count > 0;
}

const scratch = moveList();

function leapMoves(board: Board, from: number, kind: number, leaps: Uint8Array, list: MoveList): void {
  const { piece } = board;
  const { andLo, andHi } = board.wave;
  for (let i = 0; i < leaps.length; i++) {
    const to = leaps[i]!;
    const there = piece[to]!;
    if (there === NONE) addMove(list, packMove(MoveType.jump, Variant.basic, from, to));
    else if ((there & BLACK) !== (kind & BLACK)) addMove(list, packMove(MoveType.jump, Variant.capture, from, to));
    else if (((andLo & BIT_LO[to]!) | (andHi & BIT_HI[to]!)) === 0) {
      addMove(list, packMove(MoveType.jump, there === kind ? Variant.basic : Variant.excluded, from, to));
    }
  }
}

function slideMoves(board: Board, from: number, kind: number, list: MoveList): void {
  const { piece } = board;
  const { andLo, andHi } = board.wave;
  const role = kind & 7;
  const last = role === ROOK ? 4 : 8;
  for (let direction = role === BISHOP ? 4 : 0; direction < last; direction++) {
    const ray = RAYS[from * 8 + direction]!;
    for (let i = 0; i < ray.length; i++) {
      const to = ray[i]!;
      const type = i === 0 ? MoveType.jump : MoveType.slide;
      const there = piece[to]!;
      if (there === NONE) {
        addMove(list, packMove(type, Variant.basic, from, to));
        continue;
      }
      const full = ((andLo & BIT_LO[to]!) | (andHi & BIT_HI[to]!)) !== 0;
      if ((there & BLACK) !== (kind & BLACK)) addMove(list, packMove(type, Variant.capture, from, to));
      else if (!full) addMove(list, packMove(type, there === kind ? Variant.basic : Variant.excluded, from, to));
      if (full) break;
    }
  }
}

function pawnMoves(board: Board, from: number, kind: number, list: MoveList): void {
  const side = kind & BLACK;
  const ahead = side === WHITE ? 8 : -8;
  const step = from + ahead;
  // In free analysis a pawn may stand on its last rank; it cannot move.
  if (step < 0 || step > 63) return;
  const { piece, wave } = board;
  if (((wave.andLo & BIT_LO[step]!) | (wave.andHi & BIT_HI[step]!)) === 0) {
    const there = piece[step]!;
    const variant = there === NONE || there === kind ? Variant.basic : Variant.excluded;
    addPawnMove(list, MoveType.pawnStep, variant, from, step);
    if (from >> 3 === (side === WHITE ? 1 : 6)) {
      const far = step + ahead;
      if (((wave.andLo & BIT_LO[far]!) | (wave.andHi & BIT_HI[far]!)) === 0) {
        const beyond = piece[far]!;
        const farVariant = beyond === NONE || beyond === kind ? Variant.basic : Variant.excluded;
        addMove(list, packMove(MoveType.pawnTwoStep, farVariant, from, far));
      }
    }
  }
  if ((from & 7) > 0) pawnCapture(board, from, step - 1, kind, list);
  if ((from & 7) < 7) pawnCapture(board, from, step + 1, kind, list);
}

function pawnCapture(board: Board, from: number, to: number, kind: number, list: MoveList): void {
  const there = board.piece[to]!;
  const enemy = there !== NONE && (there & BLACK) !== (kind & BLACK);
  if (to === board.ep && to >> 3 === ((kind & BLACK) === WHITE ? 5 : 2)) {
    const variant = enemy ? Variant.capture : there === NONE || there === kind ? Variant.basic : Variant.excluded;
    addMove(list, packMove(MoveType.enPassant, variant, from, to));
  } else if (enemy) addPawnMove(list, MoveType.pawnCapture, Variant.capture, from, to);
}

function addPawnMove(list: MoveList, type: number, variant: number, from: number, to: number): void {
  if (to >= 8 && to < 56) {
    addMove(list, packMove(type, variant, from, to));
    return;
  }
  for (let role = QUEEN; role >= KNIGHT; role--) addMove(list, packMove(type, variant, from, to, 0, role));
}

function castles(board: Board, from: number, side: number, list: MoveList): void {
  const home = side === WHITE ? 4 : 60;
  if (from !== home) return;
  const { piece, wave, castling } = board;
  const rook = side | ROOK;
  const full = home === 4 ? wave.andLo : wave.andHi >>> 24;
  if (
    (castling & (side === WHITE ? CASTLING.K : CASTLING.k)) !== 0 &&
    piece[home + 3] === rook &&
    (full & 0x60) === 0
  ) {
    const basic = piece[home + 2] === NONE && (piece[home + 1] === NONE || piece[home + 1] === rook);
    addMove(list, packMove(MoveType.castleKingside, basic ? Variant.basic : Variant.excluded, home, home + 2));
  }
  if (
    (castling & (side === WHITE ? CASTLING.Q : CASTLING.q)) !== 0 &&
    piece[home - 4] === rook &&
    (full & 0x0e) === 0
  ) {
    const basic = piece[home - 2] === NONE && (piece[home - 1] === NONE || piece[home - 1] === rook);
    addMove(list, packMove(MoveType.castleQueenside, basic ? Variant.basic : Variant.excluded, home, home - 2));
  }
}
