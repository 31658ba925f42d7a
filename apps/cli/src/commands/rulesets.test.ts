import { catalogue } from '@chessmith/rules';
import { expect, test } from 'vitest';
import { chessmith } from '../testing/chessmith.js';

test('every ruleset has one line, with its name first', async () => {
  const { code, out } = await chessmith(['rulesets']);
  const lines = out.trimEnd().split('\n');
  expect(code).toBe(0);
  expect(lines[0]).toMatch(/^standard +8x8 +Chess as the world plays it\.$/);
  expect(lines.map((line) => line.split(' ')[0])).toEqual(expect.arrayContaining(catalogue.map(({ name }) => name)));
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120);
});
