import { type RefereeSample, testReferee } from '@chessmith/rules/testing';
import { fragmentsReferee } from './referee.js';

const SAMPLES: readonly RefereeSample[] = [
  {
    name: 'a game with splits and a merge',
    setup: {},
    moves: ['s B1 A3 C3', 'b8^a6c6', 'e2e4', 'h A6 C6 B8'],
    refused: {
      'c2^c3c4': 'quantum/pawn-split',
      e7e5: 'quantum/not-your-chessman',
      'q A3': 'quantum/measure-in-game',
      e4e6: 'quantum/not-that-move',
    },
  },
  {
    name: 'entanglement and measurement',
    setup: { position: 'QB2W\nBA1W\nKH1W\nKH8B\nTF8B' },
    moves: ['b2^b3c3', 'f8f6', 'a1e5', 'h8g8', 'e5f6'],
  },
  {
    name: 'castling in part',
    setup: { position: 'KE1W\nTA1W\nTH1W\nKE8B\nTA8B\nTH8B' },
    moves: ['e1^c1g1', 'e8c8'],
  },
  {
    name: 'the capture of a king',
    setup: { position: 'TE2W\nKA1W\nKE8B' },
    moves: ['e2e8'],
    ends: true,
    refused: { a1a2: 'game/over', nonsense: 'game/over' },
  },
  {
    name: 'a set-up that says who is to move and who has not moved',
    setup: { position: 'KE1W\nTA1W\nTH1W\nKE8B\nTH8B', turn: 'black', unmoved: ['e1', 'a1', 'e8', 'h8'] },
    moves: ['e8h8', 'e1a1'],
  },
  {
    name: 'free analysis without kings',
    setup: { free: true, position: 'QB2W\nBA1W' },
    moves: ['b2^b3c3', 'a1e5', 'b3^a3b4'],
  },
];

testReferee('the referee of quantum-fragments', () => fragmentsReferee(), SAMPLES);
testReferee('a referee of fragments with a board of its own', () => fragmentsReferee({ board: 'TA1W\nTA8B' }), [
  { name: 'a duel of towers', setup: {}, moves: ['a1^b1c1', 'a8^b8c8'] },
]);
