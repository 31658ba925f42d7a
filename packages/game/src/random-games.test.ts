import { classicalReferee, standard } from '@chessmith/rules';
import { test } from 'vitest';
import { coinReferee } from './testing/index.js';
import { tryRandomLives } from './testing/random-games.js';

test('whatever people try, a game stays a game', () => {
  tryRandomLives(classicalReferee(standard), 60, 40);
});

test('also with coins that nobody may see', () => {
  tryRandomLives(coinReferee(), 30, 40);
});
