import type { Choice } from '@chessmith/rules';
import { expect, test } from 'vitest';
import { gesturesIn, handOf, nextSquares, onwardFrom, spell, spellChoice } from './gesture.js';

const CHOICES: readonly Choice[] = [
  { kind: 'move', from: 'b1', to: ['a3', 'c3'] },
  { kind: 'split', from: 'b1', to: ['a3', 'c3', 'd2'], notBoth: [['a3', 'd2']] },
  { kind: 'merge', from: 'e4', group: 'knight', to: ['f6', 'g5'] },
  { kind: 'merge', from: 'h4', group: 'knight', to: ['f5', 'g6', 'f6'] },
  { kind: 'merge', from: 'a1', group: 'rook', to: ['f6'] },
];

test('a split: the piece, one target, and a second target that fits the first', () => {
  expect(nextSquares(CHOICES, 'split', [])).toEqual(['b1']);
  expect(nextSquares(CHOICES, 'split', ['b1'])).toEqual(['a3', 'c3', 'd2']);
  expect(nextSquares(CHOICES, 'split', ['b1', 'a3'])).toEqual(['c3']);
  expect(spell('split', ['b1', 'a3', 'c3'])).toBe('b1^a3c3');
});

test('a merge: two parts of one piece, and a square that both can reach', () => {
  expect(nextSquares(CHOICES, 'merge', [])).toEqual(['e4', 'h4', 'a1']);
  expect(nextSquares(CHOICES, 'merge', ['e4'])).toEqual(['h4']);
  expect(nextSquares(CHOICES, 'merge', ['e4', 'h4'])).toEqual(['f6']);
  expect(nextSquares(CHOICES, 'merge', ['a1'])).toEqual([]);
  expect(spell('merge', ['e4', 'h4', 'f6'])).toBe('e4h4^f6');
});

test('only possible gestures are offered', () => {
  expect(gesturesIn(CHOICES)).toEqual(['move', 'split', 'merge']);
  expect(gesturesIn(CHOICES.slice(0, 1))).toEqual(['move']);
  expect(gesturesIn([])).toEqual(['move']);
});

test('a move has second targets only if its choice lists them', () => {
  const choices: readonly Choice[] = [
    { kind: 'move', from: 'c1', to: ['c2'], onward: ['c3', 'd3'] },
    { kind: 'move', from: 'c1', to: ['b2'] },
  ];
  expect(onwardFrom(choices, 'c1', 'c2')).toEqual(['c3', 'd3']);
  expect(onwardFrom(choices, 'c1', 'b2')).toEqual([]);
});

test('a promotion is spelled with the letter of the piece, any other choice with its word', () => {
  const card = { roles: [{ role: 'queen', letter: 'Q' }] };
  expect(['queen', 'shoot'].map((word) => spellChoice(word, card))).toEqual(['q', '=shoot']);
});

test('pieces to drop are in the hand of the side to move', () => {
  const choices: readonly Choice[] = [
    { kind: 'drop', role: 'stone', to: ['a1'] },
    { kind: 'drop', role: 'wall', to: ['a1'] },
  ];
  expect(handOf(choices, 'black')).toEqual({ white: {}, black: { stone: 1, wall: 1 } });
  expect(handOf(CHOICES, 'black')).toBeNull();
});
