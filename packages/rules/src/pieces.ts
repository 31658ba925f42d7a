import type { CastleSide, Movement, PieceKind, Step } from './ruleset.js';

export const ORTHOGONAL: readonly Step[] = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
];
export const DIAGONAL: readonly Step[] = [
  [1, 1],
  [1, -1],
  [-1, -1],
  [-1, 1],
];
export const ALL_AROUND: readonly Step[] = [...ORTHOGONAL, ...DIAGONAL];
export const KNIGHT_LEAPS: readonly Step[] = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
];
export const FORWARD: readonly Step[] = [[0, 1]];
export const FORWARD_DIAGONAL: readonly Step[] = [
  [-1, 1],
  [1, 1],
];

export const rookMoves: Movement = { kind: 'slide', along: ORTHOGONAL };
export const bishopMoves: Movement = { kind: 'slide', along: DIAGONAL };
export const knightMoves: Movement = { kind: 'leap', to: KNIGHT_LEAPS };
export const kingSteps: Movement = { kind: 'leap', to: ALL_AROUND };

export const pawnAdvance: Movement = { kind: 'leap', to: FORWARD, onto: 'empty' };
export const pawnDoubleStep: Movement = { kind: 'double-step', along: FORWARD, from: [2] };
export const pawnCapture: Movement = { kind: 'leap', to: FORWARD_DIAGONAL, onto: 'enemy' };
export const enPassant: Movement = { kind: 'en-passant', to: FORWARD_DIAGONAL };

/** Castling with a rook; each pair gives the final files of king and rook. */
export const castling = (
  king: readonly [to: string, rookTo: string],
  queen: readonly [to: string, rookTo: string],
): Movement => ({
  kind: 'castle',
  partner: 'rook',
  sides: [castleSide('king', king), castleSide('queen', queen)],
});

const castleSide = (side: CastleSide['side'], [to, partnerTo]: readonly [string, string]): CastleSide => ({
  side,
  to,
  partnerTo,
});

export const pawn: PieceKind = {
  letter: 'p',
  pawn: true,
  movements: [pawnAdvance, pawnDoubleStep, pawnCapture, enPassant],
};
export const knight: PieceKind = { letter: 'n', movements: [knightMoves] };
export const bishop: PieceKind = { letter: 'b', movements: [bishopMoves] };
export const rook: PieceKind = { letter: 'r', movements: [rookMoves] };
export const queen: PieceKind = { letter: 'q', movements: [rookMoves, bishopMoves] };
export const king: PieceKind = { letter: 'k', royal: true, movements: [kingSteps, castling(['g', 'f'], ['c', 'd'])] };
