import { bishop, kingSteps, knight, queen, rook } from '../pieces.js';
import type { Ending, Ruleset } from '../ruleset.js';
import { standard } from './standard.js';

/** White moves first, so black has one more move to tie. */
const race: Ending = {
  kind: 'reach',
  role: 'king',
  squares: ['a8', 'b8', 'c8', 'd8', 'e8', 'f8', 'g8', 'h8'],
  reply: true,
};

export const racingKings: Ruleset = {
  ...standard,
  name: 'racing-kings',
  title: 'Racing kings',
  summary: 'Race your king to the eighth rank; giving check is forbidden.',
  board: { ...standard.board, fixed: true },
  pieces: { knight, bishop, rook, queen, king: { letter: 'k', royal: true, movements: [kingSteps] } },
  start: '8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1',
  restrictions: [{ kind: 'no-self-check' }, { kind: 'no-check' }],
  effects: [],
  endings: [race, { kind: 'stalemate', result: 'draw' }, { kind: 'repetition' }, { kind: 'move-count' }],
};
