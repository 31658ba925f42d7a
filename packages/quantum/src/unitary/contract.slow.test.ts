import { type RefereeSample, testReferee } from '@chessmith/rules/testing';
import { quantumReferee } from './referee.js';

const SAMPLES: readonly RefereeSample[] = [
  {
    name: 'a game with splits, a merge and a passage',
    setup: {},
    moves: ['b1^a3c3', 'b8^a6c6', 'e2e4', 'd7d5', 'f1b5', 'd5xe4', 'a3c3^b1', 'a6c6^b8'],
    refused: {
      'c2^c3c4': 'quantum/pawns-stay-whole',
      e7e5: 'quantum/not-your-piece',
      b5b6: 'quantum/not-how-it-moves',
    },
  },
  {
    name: 'a game in which measurements are drawn',
    setup: { position: 'r3k2r/8/8/2n2n2/2N2N2/8/8/R3K2R w KQkq - 0 1' },
    moves: ['c4^b2d2', 'c5^b7d7', 'd2f3', 'd7f6', 'f4^d5h5', 'f5^d4h4', 'd5xf6', 'd4xf3', 'e1g1', 'e8c8'],
  },
  {
    name: 'the capture of a king',
    setup: { position: '4k3/4R3/8/8/8/8/8/4K3 w - - 0 1' },
    moves: ['e7e8'],
    ends: true,
    refused: { e1e2: 'game/over' },
  },
  {
    name: 'fifty moves without change',
    setup: { position: '4k3/8/8/8/8/8/8/1N2K3 w - - 98,3 60' },
    moves: ['b1^a3c3', 'e8e7'],
    ends: true,
    refused: { e1e2: 'game/over', a3b5: 'game/over' },
  },
  {
    name: 'a set-up that says who is to move and who has not moved',
    setup: { position: 'r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1', turn: 'black', unmoved: ['e1', 'a1', 'e8', 'h8'] },
    moves: ['O-O', 'O-O-O'],
  },
  {
    name: 'promotion and en passant',
    setup: { position: '4k3/P2p4/8/2P5/8/8/8/4K3 b - - 0 1' },
    moves: ['d7d5', 'c5d6', 'e8f7', 'a7a8n'],
  },
  {
    name: 'free analysis without kings',
    setup: { free: true, position: '8/8/8/8/8/8/8/Q6q w - - 0 1' },
    moves: ['a1^a3c1', 'c1c5', 'a3c5^a5', 'h1h8', 'h8h1'],
  },
];

testReferee('the referee of quantum', () => quantumReferee(), SAMPLES);
testReferee(
  'the referee of quantum with a small cap',
  () => quantumReferee({ cap: 4, fiftyRule: 'draw' }),
  SAMPLES.slice(2, 6),
);
