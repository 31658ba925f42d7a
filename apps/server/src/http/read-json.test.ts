import { expect, test } from 'vitest';
import { startTestServer } from '../testing/test-server.js';

const HUNDRED_KB = 100_000;

test('a body may be large only because of its strings', async () => {
  const testServer = await startTestServer();
  const headers = { authorization: `Bearer ${(await testServer.guest()).token}` };
  const answerTo = async (body: string) => {
    const { status, body: answer } = await testServer.call('POST', '/api/rulesets', { body, headers });
    return [status, answer.code];
  };
  for (const body of [
    '['.repeat(HUNDRED_KB),
    `{"format":"json","source":${'['.repeat(HUNDRED_KB)}${']'.repeat(HUNDRED_KB)}}`,
    `{${Array.from({ length: HUNDRED_KB }, (_, i) => `"${i}":1`)}}`,
    `[${'"",'.repeat(HUNDRED_KB)}""]`,
  ]) {
    expect(await answerTo(body)).toEqual([413, 'request/too-large']);
  }
  expect(await answerTo(JSON.stringify({ format: 'json', source: '["\\",'.repeat(HUNDRED_KB) }))).toEqual([
    422,
    'ruleset/not-json',
  ]);
});
