import { expect, test } from 'vitest';
import { walkRandomRulesets } from '../testing/walk-random-rulesets.js';

test('rulesets thrown together are played as brute force plays them', () => {
  const { rulesets, plies } = walkRandomRulesets(11, 80);
  expect(rulesets).toBeGreaterThan(50);
  expect(plies).toBeGreaterThan(300);
});
