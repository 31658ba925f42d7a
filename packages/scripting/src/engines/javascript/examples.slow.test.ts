import { beforeAll, expect, test } from 'vitest';
import { type Example, exampleSource, loadExample, playRandomly, winnerOf } from '../../testing/example.js';
import type { Engine } from '../engine.js';
import { javascript } from './javascript.js';

let engine: Engine;
beforeAll(async () => {
  engine = await javascript.open(await javascript.prepare());
});
const open = (name: string) => loadExample(engine, exampleSource(name), 'javascript');

/** The state after some moves, each of which must be in the script's list. */
function after(example: Example, moves: string) {
  return moves.split(' ').reduce((state, move) => {
    expect(state.moves).toContain(move);
    return example.play(state, move);
  }, example.start());
}

test.each(['marseillais.ts', 'archers.ts', 'material-race.js'])(
  '%s fulfils the contract in a random game, which is repeatable',
  (name) => {
    const example = open(name);
    expect(playRandomly(example, 1)).toEqual(playRandomly(example, 1));
  },
);

test('in Marseillais chess White begins with one move, and then each side has two', () => {
  const game = open('marseillais.ts');
  const turns = ['e2e4', 'e2e4 e7e5', 'e2e4 e7e5 d7d5', 'e2e4 e7e5 d7d5 e4d5', 'e2e4 e7e5 d7d5 e4d5 d5d6'];
  expect(turns.map((moves) => after(game, moves).turn)).toEqual(['black', 'black', 'white', 'white', 'black']);
});

test.each([
  ['e2e4 a7a6 f7f6 d1h5', { turn: 'black', status: 'running', moves: ['g7g6'] }],
  ['e2e4 f7f6 g7g5 d1h5', { status: 'white won', reason: 'checkmate', moves: [] }],
])('in Marseillais chess a check ends the turn and must be answered: %s', (moves, state) => {
  expect(after(open('marseillais.ts'), moves)).toMatchObject(state);
});

test('an archer shoots over three squares and stays, but not through others', () => {
  const archers = open('archers.ts');
  expect(archers.card.kinds).toContainEqual(expect.objectContaining({ role: 'archer', glyph: '🏹' }));
  expect(archers.start().moves.filter((move) => move.endsWith('=shoot'))).toEqual([]);
  const shot = after(archers, 'd1d2 b6a4 d2d3 a4b6 d3d6=shoot');
  expect(shot).toMatchObject({ status: 'white won', reason: 'the king was shot' });
  expect(shot.pieces).toContainEqual(expect.objectContaining({ role: 'archer', square: 'd3' }));
  expect(shot.pieces).toHaveLength(9);
  const hidden = after(archers, 'd1d2 b6d5 d2d3 f6e4');
  expect(hidden.moves).toContain('d3d5=shoot');
  expect(hidden.moves).not.toContain('d3d6=shoot');
});

test('the race for material is won by ten points, and the message shows the score', () => {
  const race = open('material-race.js');
  const queenTaken = 'd2d3 e7e6 c1g5 a7a6 g5d8 e8d8';
  expect(after(race, queenTaken)).toMatchObject({
    status: 'running',
    message: 'White has 9 points, black 3.',
  });
  const end = after(race, `${queenTaken} d1d2 a6a5 d2a5`);
  expect([winnerOf(end), end.reason]).toEqual(['white', '10 points taken']);
});
