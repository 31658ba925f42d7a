import { expect, test } from 'vitest';
import { judgeRandomRequests } from '../testing/judge-random-requests.js';

test('every random request about quantum chess gets a consistent response', async () => {
  const judged = await judgeRandomRequests(2, 6_000);
  expect(judged.split).toBeGreaterThan(500);
  console.log(JSON.stringify(judged));
});
