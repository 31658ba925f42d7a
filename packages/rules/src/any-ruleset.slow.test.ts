import { expect, test } from 'vitest';
import { playAnyRulesets } from './testing/play-any-ruleset.js';

test('rulesets nobody would play are played all the same, alike by every generator', () => {
  const { read, plies } = playAnyRulesets(7, 200);
  expect(read).toBeGreaterThan(100);
  expect(plies).toBeGreaterThan(300);
});
