import { expect, test } from 'vitest';
import { questionOf } from './script-words.js';

const card = { roles: [{ role: 'queen', letter: 'Q' }] };

test.each([
  [['queen', null], {}, 'Promote to'],
  [['queen', null], { plyCap: 200 }, 'Which piece?'],
  [['queen', 'shoot'], { plyCap: 200 }, 'What should this move do?'],
])('a choice of %j', (words, said, question) => {
  expect(questionOf(words, card, said)).toBe(question);
});
