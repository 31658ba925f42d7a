import { expect, test } from 'vitest';
import { playAnyRulesets } from './testing/play-any-ruleset.js';

test('every move generator agrees on random rulesets', () => {
  const { read, plies } = playAnyRulesets(7, 200);
  expect(read).toBeGreaterThan(100);
  expect(plies).toBeGreaterThan(300);
});
