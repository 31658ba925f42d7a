import { catalogue, classicalReferee, standard } from '@chessmith/rules';
import { expect, test } from 'vitest';
import { FACT_VERSIONS } from './facts.js';
import { coinReferee } from './testing/index.js';
import { tryRandomLives } from './testing/random-games.js';

const SEED = 1;

test('in hundreds of lives everything happens that can happen', () => {
  const seen = tryRandomLives(classicalReferee(standard), 220, 100, SEED);
  expect([...seen].toSorted()).toEqual(Object.keys(FACT_VERSIONS).toSorted());
});

test.each(catalogue.map((ruleset) => [ruleset.title, ruleset] as const))(
  'lives under the rules of %s',
  (_, ruleset) => {
    tryRandomLives(classicalReferee(ruleset), 15, 60);
  },
);

test('lives with covered coins', () => {
  tryRandomLives(coinReferee(), 60, 80);
});
