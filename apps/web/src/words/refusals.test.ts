import { expect, test } from 'vitest';
import { sentenceOf } from './refusals.js';

test('a move at which rules failed says how often it can be tried', () => {
  const problem = { code: 'script/timeout', message: 'the script took too long', facts: { tries: 2, triesLeft: 1 } };
  expect(sentenceOf(problem)).toBe(
    'The rules of this game failed at this move: The script took too long. Choose another move, or try it once more; then the game ends without a winner.',
  );
});

test('a refusal has advice where there is some', () => {
  expect(sentenceOf({ code: 'move/illegal', message: 'No.' })).toBe('No.');
  expect(sentenceOf({ code: 'request/too-many', message: 'Too many.' })).toBe('Too many. Wait a minute and try again.');
});
