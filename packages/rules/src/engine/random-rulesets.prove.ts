import { expect, test } from 'vitest';
import { walkRandomRulesets } from '../testing/walk-random-rulesets.js';

test('thousands of rulesets thrown together are played as brute force plays them', () => {
  const walked = walkRandomRulesets(1, 8_000);
  console.info(walked);
  expect(walked.rulesets).toBeGreaterThan(2000);
});
