import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { FIRST_TARGET } from '../testing/first-target.js';
import { logLines, soundOf, surrenderLines } from './log-lines.js';
import { fragmentsReferee } from './referee.js';
import { decodeProbability, encodeProbability } from './wire.js';

const referee = fragmentsReferee();

/** Board, moves, and the log and sound of the last move. */
const MOVES: readonly (readonly [string, readonly string[], readonly string[], string | null])[] = [
  ['PE2W', ['m E2 E4'], ['E2 moved to E4'], null],
  ['HB8B', ['s B8 A6 C6'], ['B8 split to A6 and C6'], 'split'],
  ['HB8B', ['s B8 A6 C6', 'h A6 C6 B8'], ['A6 and C6 merged into B8'], 'merge'],
  ['TA1W PA7B', ['m A1 A7'], ['A1 moved to A7', 'A7 was captured'], 'capture'],
  ['KE1W TA1W', ['m E1 C1'], ['A1 moved to D1'], null],
  ['KE8B TH8B', ['s E8 G8 E7'], ['H8 moved to F8'], 'split'],
  ['KE1W TA1W TH1W', ['s E1 G1 C1'], ['A1 moved to D1', 'H1 moved to F1'], 'split'],
  ['TA1W HB8B', ['s B8 C6 A6', 'm A1 A6'], ['A1 moved to A6', 'A6 measured, was not there'], null],
  ['TA1W HB8B', ['s B8 A6 C6', 'm A1 A6'], ['A1 moved to A6', 'A6 was captured', 'A6 measured, was there'], 'capture'],
];

describe('the log of the protocol', () => {
  test.each(MOVES)('on %s, %j logs %j and sounds like %s', (board, moves, lines, sound) => {
    let { position } = unwrap(referee.start({ position: board.replaceAll(' ', '\n'), free: true }, FIRST_TARGET));
    for (const [index, move] of moves.entries()) {
      const { after, happened } = unwrap(referee.judge(position, move, FIRST_TARGET));
      if (index === moves.length - 1) {
        expect(logLines(happened)).toEqual(lines);
        expect(soundOf(happened)).toBe(sound);
      }
      position = after;
    }
  });

  test('of a surrender has its two spaces', () => {
    expect(surrenderLines('black')).toEqual(['black  surrendered: ', 'Game over, white wins']);
  });
});

test.each([
  [1, 0xffff],
  [0.5, 0x7fff],
  [0.25, 0x3fff],
  [0.4999999, 0x7ffe],
  [1 / 65536, 0],
])('the probability %d is encoded as %i', (probability, wire) => {
  expect(encodeProbability(probability)).toBe(wire);
  expect(decodeProbability(wire)).toBeCloseTo(probability, 4);
});
