import { expect, test } from 'vitest';
import { compareRandomRulesets } from '../testing/compare-random-rulesets.js';

test('the engine agrees with brute force on random rulesets', () => {
  const { rulesets, plies } = compareRandomRulesets(11, 200);
  expect(rulesets).toBeGreaterThan(40);
  expect(plies).toBeGreaterThan(200);
});
