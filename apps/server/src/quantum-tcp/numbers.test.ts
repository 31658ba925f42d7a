import { expect, test } from 'vitest';
import { numberPool } from './numbers.js';

test('numbers wrap around and skip those in use', () => {
  const numbers = numberPool(1, 3);
  expect([numbers.take(), numbers.take(), numbers.take(), numbers.take()]).toEqual([1, 2, 3, undefined]);
  numbers.giveBack(2);
  expect([numbers.take(), numbers.take()]).toEqual([2, undefined]);
  numbers.giveBack(1);
  numbers.giveBack(3);
  expect(numbers.take()).toBe(3);
});

test('a returned number is reused as late as possible', () => {
  const numbers = numberPool(0, 9);
  numbers.giveBack(numbers.take()!);
  expect(numbers.take()).toBe(1);
});
