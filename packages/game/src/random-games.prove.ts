import { catalogue, classicalReferee } from '@chessmith/rules';
import { test } from 'vitest';
import { coinReferee } from './testing/index.js';
import { tryRandomLives } from './testing/random-games.js';

/** About eight minutes of one core for all rulesets together. */
const LIVES = 1_200;
const ATTEMPTS = 200;

test.each(catalogue.map((ruleset) => [ruleset.title, ruleset] as const))(
  `${LIVES} lives under the rules of %s`,
  (_, ruleset) => {
    tryRandomLives(classicalReferee(ruleset), LIVES, ATTEMPTS);
  },
);

test(`${2 * LIVES} lives with covered coins`, () => {
  tryRandomLives(coinReferee(), 2 * LIVES, ATTEMPTS);
});
