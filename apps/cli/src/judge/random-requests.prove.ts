import { expect, test } from 'vitest';
import { judgeStrangers } from '../testing/judge-strangers.js';

test('whatever is asked about quantum chess is answered, and with something that can be', async () => {
  const judged = await judgeStrangers(2, 6_000);
  expect(judged.split).toBeGreaterThan(500);
  console.log(JSON.stringify(judged));
});
