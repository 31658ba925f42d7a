import { bishop, king, knight, pawn, queen, rook } from '../pieces.js';
import type { Movement, PieceKind, Ruleset } from '../ruleset.js';
import { standard } from './standard.js';

const droppable = (piece: PieceKind, drop: Movement = { kind: 'drop' }): PieceKind => ({
  ...piece,
  movements: [...piece.movements, drop],
});

export const crazyhouse: Ruleset = {
  ...standard,
  name: 'crazyhouse',
  title: 'Crazyhouse',
  summary: 'Captured pieces change sides and can be dropped back on the board.',
  pieces: {
    pawn: droppable(pawn, { kind: 'drop', ranks: [2, 3, 4, 5, 6, 7] }),
    knight: droppable(knight),
    bishop: droppable(bishop),
    rook: droppable(rook),
    queen: droppable(queen),
    king,
  },
  start: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1',
  effects: [...standard.effects, { kind: 'pocket' }],
  endings: [
    { kind: 'checkmate' },
    { kind: 'stalemate', result: 'draw' },
    { kind: 'insufficient-material', model: 'mate-with-drops' },
    { kind: 'repetition' },
  ],
};
