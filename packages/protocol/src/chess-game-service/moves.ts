import type { MoveView } from '@chessmith/game';
import type { Choice, Color, ViewPiece } from '@chessmith/rules';
import { json, ok, type Result } from '@chessmith/std';
import { type Piece, type Position, pieceOf, positionOf, positionReader, squareOf } from './pieces.js';

/** A move in one of the contract's five shapes. */
export type Move = {
  readonly from: Position;
  readonly to: Position;
  readonly capturedPiece?: Piece;
  readonly doubleMove?: { readonly passingBy: Position };
  readonly castling?: { readonly rookFrom: Position; readonly rookTo: Position };
  readonly enPassant?: { readonly capturedPawnPosition: Position };
};

export type HistoryEntry = { readonly piece: Piece; readonly move: Move };

const moveReader = json.atLeast({ from: positionReader, to: positionReader });

/** Reads the squares of a move. The other fields are ignored: the server derives them itself. */
export function readMove(value: unknown): Result<{ readonly from: string; readonly to: string }, json.JsonProblem> {
  const move = json.readJson(moveReader, value);
  return move.ok ? ok({ from: squareOf(move.value.from), to: squareOf(move.value.to) }) : move;
}

/** Lists the single moves of `choices` on the board they belong to. */
export function movesOf(choices: readonly Choice[], pieces: readonly ViewPiece[]): readonly Move[] {
  const on = new Map(pieces.map((piece) => [piece.square, piece]));
  return choices.flatMap((choice) =>
    choice.kind === 'move' ? choice.to.map((to) => moveOn(on, on.get(choice.from)!, to)) : [],
  );
}

function moveOn(on: ReadonlyMap<string, ViewPiece>, piece: ViewPiece, to: string): Move {
  const taken = on.get(to);
  const steps = { from: positionOf(piece.square), to: positionOf(to) };
  if (taken !== undefined) return { ...steps, capturedPiece: pieceOf(taken.role, taken.color) };
  if (piece.role === 'king' && Math.abs(fileOf(piece.square) - fileOf(to)) === 2)
    return castling(piece.color, to > piece.square);
  if (piece.role !== 'pawn') return steps;
  if (piece.square[0] === to[0]) return pawnAdvance(piece.square, to);
  const passed = on.get(to[0]! + piece.square[1]!);
  return passed === undefined ? steps : enPassant(steps, passed);
}

/** A played move with the piece that moved. */
export function historyEntry({ color, happened }: MoveView): HistoryEntry {
  let move: Move | undefined;
  let role = 'king';
  for (const what of happened) {
    if (what.kind === 'castled') move = castling(color, what.side === 'king');
    else if (what.kind === 'moved') {
      role = what.role;
      move =
        role === 'pawn' ? pawnAdvance(what.from, what.to) : { from: positionOf(what.from), to: positionOf(what.to) };
    } else if (what.kind === 'captured' && move !== undefined) {
      const { from, to } = move;
      const taken = { square: what.on, role: what.role, color: what.color };
      move =
        squareOf(to) === what.on
          ? { from, to, capturedPiece: pieceOf(what.role, what.color) }
          : enPassant({ from, to }, taken);
    }
  }
  if (move === undefined) throw new Error('a move of standard chess moves a piece');
  return { piece: pieceOf(role, color), move };
}

function pawnAdvance(from: string, to: string): Move {
  const steps = { from: positionOf(from), to: positionOf(to) };
  const [start, end] = [Number(from[1]), Number(to[1])];
  if (from[0] !== to[0] || Math.abs(start - end) !== 2) return steps;
  return { ...steps, doubleMove: { passingBy: positionOf(`${from[0]}${(start + end) / 2}`) } };
}

function enPassant(steps: { readonly from: Position; readonly to: Position }, taken: ViewPiece): Move {
  return {
    ...steps,
    capturedPiece: pieceOf(taken.role, taken.color),
    enPassant: { capturedPawnPosition: positionOf(taken.square) },
  };
}

function castling(color: Color, isKingSide: boolean): Move {
  const rank = color === 'white' ? '1' : '8';
  const [king, rookFrom, rookTo] = isKingSide ? ['g', 'h', 'f'] : ['c', 'a', 'd'];
  return {
    from: positionOf(`e${rank}`),
    to: positionOf(`${king}${rank}`),
    castling: { rookFrom: positionOf(`${rookFrom}${rank}`), rookTo: positionOf(`${rookTo}${rank}`) },
  };
}

const fileOf = (square: string): number => square.charCodeAt(0);
