import type { Choice, Json, View, ViewPiece } from '@chessmith/rules';
import { type Board, mayHold, squaresOfKind } from './board.js';
import { maySuperpose, movesFrom, splitTargets } from './generate.js';
import { moveList, promotionOf, secondSquare } from './move.js';
import { formatMove } from './notation.js';
import { BLACK, colorName, KING, KNIGHT, NONE, PAWN, ROLES, roleName, WHITE } from './piece.js';
import { successProbability } from './play.js';
import type { QuantumPosition } from './position.js';
import { countBoards, marginals } from './probability.js';
import { formatQfen, formatQfenSummary } from './qfen.js';
import { squareName } from './square.js';

/** With more states, the view gives only their number: the whole state would be a megabyte for every watcher. */
const STATES_IN_VIEW = 256;
/** With more states, the view omits the success probabilities of moves; clients can inspect single moves. */
const STATES_FOR_CHANCES = 1024;

/** The complete view of a position; this ruleset has no secrets. */
export function viewOf(position: QuantumPosition): View {
  const { board, outcome, free } = position;
  const sides = free ? [WHITE, BLACK] : outcome === null ? [board.turn] : [];
  const crowded = board.wave.size > STATES_IN_VIEW;
  return {
    turn: colorName(board.turn),
    ply: board.ply,
    pieces: piecesOf(board),
    choices: sides.flatMap((side) => choicesOf(board, side)),
    check: [],
    claims: outcome === null && position.repeats >= 3 ? ['threefold-repetition'] : [],
    // There is no check, so a bare king can still capture the other: a side that may have a king can win.
    canWin: { white: mayHold(board, WHITE | KING), black: mayHold(board, BLACK | KING) },
    outcome,
    notation: crowded ? formatQfenSummary(board) : formatQfen(board),
    extra: {
      boards: countBoards(board),
      cap: board.cap,
      fifty: board.fifty,
      maySuperpose: maySuperpose(board),
      ...(board.wave.size <= STATES_FOR_CHANCES ? { chances: sides.reduce(chancesOf(board), {}) } : {}),
    },
  };
}

export function piecesOf(board: Board): ViewPiece[] {
  const probability = marginals(board);
  const pieces: ViewPiece[] = [];
  for (let square = 0; square < 64; square++) {
    const kind = board.piece[square]!;
    if (kind === NONE) continue;
    const piece = { square: squareName(square), role: roleName(kind), color: colorName(kind) };
    const p = probability[square]!;
    pieces.push(p === 1 ? piece : { ...piece, probability: p });
  }
  return pieces;
}

/** A split may combine any two targets; sources of one group merge on the targets they share. */
export function choicesOf(board: Board, side: number): Choice[] {
  const choices: Choice[] = [];
  for (let kind = side | PAWN; kind <= (side | KING); kind++) {
    const squares = squaresOfKind(board, kind);
    for (const from of squares) choices.push(...moveChoice(board, from));
    if ((kind & 7) < KNIGHT || !maySuperpose(board)) continue;
    const reach = squares.map((from) => targetsOf(board, from));
    for (const [i, from] of squares.entries()) {
      if (reach[i]!.length > 1) choices.push({ kind: 'split', from: squareName(from), to: reach[i]! });
    }
    for (const [i, from] of squares.entries()) {
      const shared = reach[i]!.filter((to) => reach.some((other, j) => j !== i && other.includes(to)));
      const group = `${colorName(kind)} ${roleName(kind)}`;
      if (shared.length > 0) choices.push({ kind: 'merge', from: squareName(from), group, to: shared });
    }
  }
  return choices;
}

function moveChoice(board: Board, from: number): Choice[] {
  const list = moveList();
  movesFrom(board, from, list);
  if (list.count === 0) return [];
  const moves = [...list.moves.subarray(0, list.count)];
  const to = [...new Set(moves.map((move) => squareName(secondSquare(move))))];
  const promotions = [...new Set(moves.map(promotionOf))].filter((role) => role !== 0).map((role) => ROLES[role - 1]!);
  const choice = { kind: 'move', from: squareName(from), to } as const;
  return [promotions.length === 0 ? choice : { ...choice, promote: promotions }];
}

function targetsOf(board: Board, from: number): string[] {
  const targets = new Uint8Array(64);
  return [...targets.subarray(0, splitTargets(board, from, targets))].map((target) => squareName(target & 63));
}

/** The success probability of every uncertain move, by its notation. */
function chancesOf(board: Board) {
  return (chances: { readonly [move: string]: Json }, side: number): { readonly [move: string]: Json } => {
    const list = moveList();
    for (let kind = side | PAWN; kind <= (side | KING); kind++) {
      for (const from of squaresOfKind(board, kind)) movesFrom(board, from, list);
    }
    const open: { [move: string]: Json } = { ...chances };
    for (const move of list.moves.subarray(0, list.count)) {
      const success = successProbability(board, move);
      if (success !== null && success < 1) open[formatMove(move)] = success;
    }
    return open;
  };
}
