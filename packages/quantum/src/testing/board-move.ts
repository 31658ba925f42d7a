import { type Move, MoveType, packMove, Variant } from '../unitary/move.js';
import { parseMove } from '../unitary/notation.js';

/** Reads `a1^a3c1:SPLIT_SLIDE:BASIC`: a move with explicit type and variant, to run without a legality check. */
export function parseBoardMove(text: string): { readonly move: Move; readonly measured?: 0 | 1 } {
  const [body = '', type = '', variant = ''] = text.split(':');
  const written = parseMove(body);
  if (!written.ok) throw new Error(written.error.message);
  const [a = 0, b = 0, c = 0] = written.value.squares;
  const move = packMove(MoveType[TYPES[type]!], Variant[VARIANTS[variant]!], a, b, c);
  return written.value.measured === undefined ? { move } : { move, measured: written.value.measured };
}

const TYPES: { readonly [name: string]: keyof typeof MoveType } = {
  JUMP: 'jump',
  SLIDE: 'slide',
  SPLIT_JUMP: 'splitJump',
  SPLIT_SLIDE: 'splitSlide',
  MERGE_JUMP: 'mergeJump',
  MERGE_SLIDE: 'mergeSlide',
  PAWN_STEP: 'pawnStep',
  PAWN_TWO_STEP: 'pawnTwoStep',
  PAWN_CAPTURE: 'pawnCapture',
  PAWN_EP: 'enPassant',
  KS_CASTLE: 'castleKingside',
  QS_CASTLE: 'castleQueenside',
};
const VARIANTS: { readonly [name: string]: keyof typeof Variant } = {
  BASIC: 'basic',
  EXCLUDED: 'excluded',
  CAPTURE: 'capture',
};
