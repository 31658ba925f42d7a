import { catalogue, classicalReferee } from '@chessmith/rules';
import { test } from 'vitest';
import { coinReferee } from './testing/index.js';
import { tryRandomLives } from './testing/random-lives.js';

test.each(catalogue.map((ruleset) => [ruleset.title, ruleset] as const))(
  'thousands of lives under the rules of %s',
  (_, ruleset) => {
    tryRandomLives(classicalReferee(ruleset), 2_000, 200);
  },
);

test('thousands of lives with covered coins', () => {
  tryRandomLives(coinReferee(), 5_000, 200);
});
