import { expect, test } from 'vitest';
import { playAnyRulesets } from './testing/play-any-ruleset.js';

test.each([1, 2, 3, 4, 5])('every move generator agrees on 5,000 random rulesets (seed %i)', (seed) => {
  const played = playAnyRulesets(seed, 5000);
  console.info(played);
  expect(played.read).toBeGreaterThan(2500);
});
