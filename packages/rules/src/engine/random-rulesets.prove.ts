import { expect, test } from 'vitest';
import { walkRandomRulesets } from '../testing/walk-random-rulesets.js';

test('the engine agrees with brute force on thousands of random rulesets', () => {
  const walked = walkRandomRulesets(1, 8_000);
  console.info(walked);
  expect(walked.rulesets).toBeGreaterThan(2000);
});
