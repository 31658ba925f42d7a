import { expect, test } from 'vitest';
import { walkRandomRulesets } from '../testing/walk-random-rulesets.js';

test('the engine agrees with brute force on random rulesets', () => {
  const { rulesets, plies } = walkRandomRulesets(11, 200);
  expect(rulesets).toBeGreaterThan(40);
  expect(plies).toBeGreaterThan(200);
});
