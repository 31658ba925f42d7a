import { expect, test } from 'vitest';
import { judgeRandomRequests } from '../testing/judge-random-requests.js';

test('every random request about quantum chess gets a consistent response', async () => {
  const judged = await judgeRandomRequests(1, 120);
  expect(judged.errors).toBeGreaterThan(20);
  expect(judged.played).toBeGreaterThan(200);
  expect(judged.refused).toBeGreaterThan(200);
  expect(judged.split).toBeGreaterThan(20);
});
