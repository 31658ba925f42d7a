import { catalogue, classicalReferee, standard } from '@chessmith/rules';
import { expect, test } from 'vitest';
import { FACT_VERSIONS } from './facts.js';
import { coinReferee } from './testing/index.js';
import { playRandomGames } from './testing/random-games.js';

const SEED = 1;

test('hundreds of random games produce every type of fact', () => {
  const seen = playRandomGames(classicalReferee(standard), 220, 100, SEED);
  expect([...seen].toSorted()).toEqual(Object.keys(FACT_VERSIONS).toSorted());
});

test.each(catalogue.map((ruleset) => [ruleset.title, ruleset] as const))(
  'random games of %s keep all invariants',
  (_, ruleset) => {
    playRandomGames(classicalReferee(ruleset), 15, 60);
  },
);

test('random games with secret coins keep all invariants', () => {
  playRandomGames(coinReferee(), 60, 80);
});
