import { expect, test } from 'vitest';
import { walkRandomRulesets } from '../testing/walk-random-rulesets.js';

test('rulesets thrown together are played as brute force plays them', () => {
  const { rulesets, plies } = walkRandomRulesets(11, 200);
  expect(rulesets).toBeGreaterThan(40);
  expect(plies).toBeGreaterThan(200);
});
