import { catalogue, classicalReferee } from '@chessmith/rules';
import { test } from 'vitest';
import { coinReferee } from './testing/index.js';
import { playRandomGames } from './testing/random-games.js';

/** All rulesets together take about eight minutes on one core. */
const GAMES = 1_200;
const ATTEMPTS = 200;

test.each(catalogue.map((ruleset) => [ruleset.title, ruleset] as const))(
  `${GAMES} random games of %s keep all invariants`,
  (_, ruleset) => {
    playRandomGames(classicalReferee(ruleset), GAMES, ATTEMPTS);
  },
);

test(`${2 * GAMES} random games with secret coins keep all invariants`, () => {
  playRandomGames(coinReferee(), 2 * GAMES, ATTEMPTS);
});
