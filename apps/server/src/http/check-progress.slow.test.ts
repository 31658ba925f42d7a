import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { exampleSource, type Guest, uploadRuleset } from '../testing/uploaded-rulesets.js';

let testServer: TestServer;
let anna: Guest;
beforeAll(async () => {
  testServer = await startTestServer({}, afterAll);
  anna = await testServer.guest();
  // Later scripts use warm interpreters.
  for (const format of ['python', 'prolog']) await uploadRuleset(anna, { format, source: '' });
});

const LINES = 'application/x-ndjson';

function send(body: object, signal: AbortSignal | null = null): Promise<Response> {
  return fetch(`${testServer.address}/api/rulesets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${anna.token}`, 'content-type': 'application/json', accept: LINES },
    body: JSON.stringify(body),
    signal,
  });
}

async function linesOf(answer: Response) {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, LINES]);
  // Otherwise nginx would buffer the response until its end.
  expect(answer.headers.get('x-accel-buffering')).toBe('no');
  const text = await answer.text();
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('an upload can stream the progress of its check line by line; the last line is the normal response', async () => {
  const options = { file: 'pawn-war.py', source: exampleSource('pawn-war.py') };
  const lines = await linesOf(await send(options));
  const last = lines.pop();
  const { ruleset, report } = (await uploadRuleset(anna, options)).body;
  const selfPlay = { ...report.selfPlay, slowestMs: expect.any(Number) };
  expect(last).toEqual({ ruleset, report: { ...report, selfPlay } });
  expect(lines.slice(0, 3)).toEqual([
    { step: 'reading', done: 0, of: 1 },
    { step: 'start', done: 0, of: 1 },
    { step: 'self-play', done: 0, of: 20, moves: 0 },
  ]);
  const { finished, plies } = last.report.selfPlay;
  expect(lines.at(-1)).toEqual({ step: 'self-play', done: finished, of: 20, moves: plies });
  for (const [i, { done, moves }] of lines.slice(3).entries()) {
    expect(done).toBeGreaterThanOrEqual(lines[i + 2].done);
    expect(moves).toBeGreaterThanOrEqual(lines[i + 2].moves);
  }
});

test('a refusal is the last line, whenever it occurs', async () => {
  const source = 'def get_starting_state(:\n';
  const refused = (await uploadRuleset(anna, { format: 'python', source })).body;
  expect(await linesOf(await send({ format: 'python', source }))).toEqual([
    { step: 'reading', done: 0, of: 1 },
    refused,
  ]);
  expect(await linesOf(await send({ format: 'cobol', source }))).toMatchObject([
    { code: 'rulesets/unsupported-format' },
  ]);
  expect((await send({ format: 'python' })).status).toBe(400);
});

test('the progress counts the theories of a JSON ruleset', async () => {
  const lines = await linesOf(await send({ format: 'json', source: exampleSource('chess-by-theories.json') }));
  const { theories } = lines.pop().report;
  expect(lines).toEqual(theories.map((_: string, done: number) => ({ step: 'theories', done, of: theories.length })));
});

test('lines arrive during the check, and an upload succeeds even if its client disconnects', async () => {
  const disconnect = new AbortController();
  const source = `${exampleSource('pawn-war.py')}\n# once more\n`;
  const answer = await send({ format: 'python', name: 'Hung up', source }, disconnect.signal);
  const { value } = await answer.body!.getReader().read();
  expect(JSON.parse(Buffer.from(value!).toString().split('\n')[0]!)).toMatchObject({ step: 'reading' });
  expect(Buffer.from(value!).toString()).not.toContain('"ruleset"');
  disconnect.abort();
  const kept = async () => (await anna.get(`/api/rulesets/written?author=${anna.id}&text=hung`)).body.rulesets;
  await expect.poll(kept, { timeout: 100_000 }).toMatchObject([{ name: 'Hung up' }]);
});
