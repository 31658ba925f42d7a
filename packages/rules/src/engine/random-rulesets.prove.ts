import { expect, test } from 'vitest';
import { walkRandomRulesets } from '../testing/walk-random-rulesets.js';

test('5,000 rulesets thrown together are played as brute force plays them', () => {
  const walked = walkRandomRulesets(1, 5000);
  console.info(walked);
  expect(walked.plies).toBeGreaterThan(20_000);
});
