import { expect, test } from 'vitest';
import { judgeStrangers } from '../testing/judge-strangers.js';

test('whatever is asked about quantum chess is answered, and with something that can be', async () => {
  const judged = await judgeStrangers(1, 120);
  expect(judged.errors).toBeGreaterThan(20);
  expect(judged.played).toBeGreaterThan(200);
  expect(judged.refused).toBeGreaterThan(200);
  expect(judged.split).toBeGreaterThan(20);
});
