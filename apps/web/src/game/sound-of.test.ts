import { expect, test } from 'vitest';
import { soundOf } from './sound-of.js';

const view = (...moves: readonly string[]) =>
  ({
    seats: { white: 'anna', black: 'bert' },
    ply: moves.length,
    end: null,
    moves: moves.map((kind) => ({ happened: [{ kind: 'moved' }, { kind }] })),
  }) as never;
const over = { ...(view('moved') as object), end: { kind: 'draw', cause: 'agreement' } } as never;

test('each move is heard, a capture and a check each in its own way', () => {
  expect(soundOf(view(), view('moved'))).toBe('move');
  expect(soundOf(view('moved'), view('moved', 'captured'))).toBe('capture');
  expect(soundOf(view('moved'), view('moved', 'exploded'))).toBe('capture');
  expect(soundOf(view('moved'), view('moved', 'checked'))).toBe('check');
});

test('who sits down is heard, also in a game that goes on; who gets up is not', () => {
  const alone = { ...(view('moved') as object), seats: { white: 'anna', black: null } } as never;
  expect(soundOf(alone, view('moved'))).toBe('joined');
  expect(soundOf(view('moved'), alone)).toBe(null);
});

test('the end is heard once, and neither an offer nor a move that is taken back', () => {
  expect(soundOf(view('moved'), over)).toBe('end');
  expect(soundOf(over, over)).toBe(null);
  expect(soundOf(view('moved'), view('moved'))).toBe(null);
  expect(soundOf(view('moved', 'moved'), view())).toBe(null);
});
