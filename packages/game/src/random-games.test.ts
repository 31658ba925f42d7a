import { classicalReferee, standard } from '@chessmith/rules';
import { test } from 'vitest';
import { coinReferee } from './testing/index.js';
import { playRandomGames } from './testing/random-games.js';

test('random commands never break an invariant', () => {
  playRandomGames(classicalReferee(standard), 60, 40);
});

test('random commands never break an invariant of a game with secrets', () => {
  playRandomGames(coinReferee(), 30, 40);
});
