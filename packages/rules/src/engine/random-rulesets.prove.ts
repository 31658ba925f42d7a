import { expect, test } from 'vitest';
import { compareRandomRulesets } from '../testing/compare-random-rulesets.js';

test('the engine agrees with brute force on thousands of random rulesets', () => {
  const compared = compareRandomRulesets(1, 8_000);
  console.info(compared);
  expect(compared.rulesets).toBeGreaterThan(2000);
});
