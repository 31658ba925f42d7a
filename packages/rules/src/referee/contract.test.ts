import { rulesetNamed } from '../rulesets/catalogue.js';
import { type RefereeSample, testReferee } from '../testing/index.js';
import { classicalReferee } from './classical.js';
import type { Referee } from './port.js';

const SAMPLES: { readonly [ruleset: string]: readonly RefereeSample[] } = {
  standard: [
    {
      name: 'a game with castling and a capture en passant',
      setup: {},
      moves: ['e2e4', 'c5', 'Nf3', 'Nc6', 'Bb5', 'Nf6', 'Pa2-a3', 'g6', 'O-O', 'Bg7', 'e5', 'd5', 'exd6'],
    },
    { name: "the fool's mate", setup: {}, moves: ['f3', 'e5', 'g4', 'Qh4'], ends: true, refused: { a3: 'game/over' } },
    {
      name: 'a game that repeats itself',
      setup: { profile: 'fide' },
      moves: ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1', 'Ng8'],
    },
    {
      name: 'a set-up that says who has not moved',
      setup: { position: 'r3k2r/8/8/8/8/8/8/R3K2R b - - 0 1', unmoved: ['e1', 'a1', 'e8', 'h8'] },
      moves: ['O-O', 'O-O-O'],
    },
    {
      name: 'free analysis of nonsense',
      setup: { free: true, position: '8/P7/8/3pP3/8/8/8/8 w - d6 0 1' },
      moves: ['e5d6', 'd6d7', 'd7d8=Q', 'a7a8n'],
    },
  ],
  chess960: [
    { name: 'a start that is drawn', setup: {}, moves: [] },
    {
      name: 'a castling onto the rook',
      setup: { position: '3k4/8/8/8/8/8/8/1R3KR1 w GB - 0 1' },
      moves: ['f1g1', 'Kc7'],
    },
  ],
  'three-check': [{ name: 'a game with a check', setup: {}, moves: ['e4', 'e5', 'Qh5', 'Nf6', 'Qxf7+'] }],
  antichess: [{ name: 'a game where captures are forced', setup: {}, moves: ['e3', 'b5'] }],
  atomic: [
    { name: 'an explosion', setup: {}, moves: ['Nf3', 'd5', 'Ne5', 'a6', 'e4', 'dxe4'] },
    { name: 'a king blown up', setup: {}, moves: ['Nf3', 'f6', 'Nd4', 'e5', 'Nf5', 'Qe7', 'Nxe7'], ends: true },
  ],
  crazyhouse: [{ name: 'drops', setup: {}, moves: ['e4', 'd5', 'exd5', 'Qxd5', 'P@e4', 'Qxe4+'] }],
  'racing-kings': [{ name: 'a race', setup: {}, moves: [] }],
  'king-of-the-hill': [
    {
      name: 'a climb',
      setup: { position: '4k3/8/8/8/8/4K3/8/8 w - - 0 1' },
      moves: ['Ke4'],
      ends: true,
      refused: { Kd7: 'game/over' },
    },
  ],
  grand: [
    {
      name: 'a promotion that may wait',
      setup: { position: '4k5/10/10/P9/10/10/10/10/10/4K5 w - - 0 1' },
      moves: ['a8'],
    },
  ],
  'pawn-war': [{ name: 'a small board', setup: {}, moves: [] }],
};

for (const [ruleset, samples] of Object.entries(SAMPLES)) {
  testReferee(`the referee of ${ruleset}`, () => classicalReferee(rulesetNamed(ruleset)!), samples);
}

/** An asynchronous referee, as for scripts. */
function later<Position>(referee: Referee<Position>): Referee<Position> {
  const soon = <T>(answer: T | Promise<T>): Promise<T> => new Promise((resolve) => setImmediate(() => resolve(answer)));
  return {
    ...referee,
    start: (setup, chance) => soon(referee.start(setup, chance)),
    judge: (position, move, chance) => soon(referee.judge(position, move, chance)),
  };
}

testReferee('an asynchronous referee', () => later(classicalReferee(rulesetNamed('standard')!)), SAMPLES.standard!);
