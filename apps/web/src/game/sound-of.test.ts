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

test('moves, captures and checks have different sounds', () => {
  expect(soundOf(view(), view('moved'))).toBe('move');
  expect(soundOf(view('moved'), view('moved', 'captured'))).toBe('capture');
  expect(soundOf(view('moved'), view('moved', 'exploded'))).toBe('capture');
  expect(soundOf(view('moved'), view('moved', 'checked'))).toBe('check');
});

test('a joining player has a sound, also in a running game; a leaving player has none', () => {
  const alone = { ...(view('moved') as object), seats: { white: 'anna', black: null } } as never;
  expect(soundOf(alone, view('moved'))).toBe('joined');
  expect(soundOf(view('moved'), alone)).toBe(null);
});

test('the end has a sound once; offers and takebacks have none', () => {
  expect(soundOf(view('moved'), over)).toBe('end');
  expect(soundOf(over, over)).toBe(null);
  expect(soundOf(view('moved'), view('moved'))).toBe(null);
  expect(soundOf(view('moved', 'moved'), view())).toBe(null);
});
