import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSandbox } from '../sandbox/open-sandbox.js';
import type { Sandbox } from '../sandbox/port.js';
import { testSource } from '../testing/sources.js';
import { checkQueue } from './check-queue.js';
import { checkScript } from './check-script.js';
import { formatReport } from './report.js';

const limits = { games: 4, cpuMs: 2000, wallMs: 60_000 };
const breakthrough = testSource('breakthrough.js');

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = openSandbox({ languages: ['javascript'], workersPerLanguage: 2 });
});
afterAll(() => sandbox.close());

const check = (source: string | Uint8Array) =>
  checkScript(sandbox, { language: 'javascript', source, author: 'ann' }, limits);

/** Breakthrough with an extra line at the start of one of its functions. */
const spoilt = (name: 'startingState' | 'makeMove', line: string): string =>
  breakthrough.replace(new RegExp(`function ${name}\\(.*\\) \\{`), `$&\n  ${line}`);

describe('a script', () => {
  test('that is correct passes, and the report shows its speed', async () => {
    const report = await check(breakthrough);
    expect(report).toMatchObject({ ok: true, card: { version: 1 }, selfPlay: { games: 4, finished: 4 } });
    expect(formatReport(report)).toMatch(
      /^The script passed the check: a game on 8x8.*\n4 random games, 4 finished, \d+ moves/,
    );
    expect(await check(breakthrough)).toMatchObject({
      ok: true,
      selfPlay: report.ok ? { plies: report.selfPlay.plies } : {},
    });
  });

  test('in TypeScript with dice and all abilities passes', async () => {
    expect(await check(testSource('wonders.ts'))).toMatchObject({
      ok: true,
      card: { name: 'Wonders', random: true, files: 5 },
    });
  });

  test.each<[string, string | Uint8Array, object]>([
    ['is too large', `//${' '.repeat(1_048_576)}`, { code: 'script/source-too-large', during: 'reading' }],
    ['is not UTF-8', new Uint8Array([0x2f, 0x2f, 0xff]), { code: 'script/not-utf8' }],
    ['holds a zero', '// \0', { code: 'script/not-text' }],
    [
      'cannot be read',
      'function startingState() {\n  return [;\n}',
      { code: 'script/syntax', line: 2, column: expect.any(Number) },
    ],
    [
      'lacks a function',
      'function startingState() {}',
      { code: 'script/no-function', message: expect.stringContaining('makeMove') },
    ],
    ['fails while it is loaded', `${breakthrough}\nnothing();`, { code: 'script/raised', line: 44, during: 'reading' }],
    ['has no start', spoilt('startingState', 'return null;'), { code: 'script/no-state', during: 'start' }],
    [
      'fails at the start',
      spoilt('startingState', 'throw new Error("oh");'),
      { code: 'script/raised', line: 22, during: 'start' },
    ],
    ['never starts', spoilt('startingState', 'for (;;);'), { code: 'script/timeout', during: 'start' }],
    [
      'fails in a move',
      spoilt('makeMove', 'if (move.to_y === 4) undefined.x;'),
      {
        code: 'script/raised',
        line: 31,
        during: 'self-play',
        moves: expect.any(Array),
        traceback: expect.stringContaining('makeMove'),
      },
    ],
    [
      'is slow in a move',
      spoilt('makeMove', 'if (move.to_y === 3) for (;;);'),
      { code: 'script/timeout', during: 'self-play' },
    ],
    [
      'lists an impossible move',
      spoilt(
        'makeMove',
        'if (move.to_y === 3) return { pieces, possible_moves: [move], additional_data: 0, status: "running" };',
      ),
      { code: 'script/not-own-piece', during: 'self-play' },
    ],
  ])('that %s is refused with the place', async (_, source, error) => {
    const report = await check(source);
    expect(report).toMatchObject({ ok: false, error });
    expect(formatReport(report)).toMatch(/\(script\/[a-z0-9-]+\)/);
  });

  test('shows what it printed', async () => {
    const report = await check(spoilt('makeMove', 'console.log("to", move.to_x); throw new Error("oh");'));
    expect(formatReport(report)).toMatch(
      /^In makeMove: line 31, column \d+: Error: oh \(script\/raised\)\n {2}at makeMove \(script\.js:31:\d+\)\nAfter these moves: \w{4}\nThe script printed:\n {2}to \d\n$/,
    );
  });
});

test('many uploads at once are checked in turn or refused', async () => {
  const checks = checkQueue(sandbox, { waiting: { total: 4, perLane: 2 }, limits: { ...limits, games: 1 } });
  const uploads = Array.from({ length: 1000 }, (_, i) =>
    checks.check({ language: 'javascript', source: `// ${i}`, author: `author ${i % 100}` }),
  );
  const codes = (await Promise.all(uploads)).map((report) => (report.ok ? 'ok' : report.error.code));
  expect(codes.filter((code) => code === 'script/no-function').length).toBe(5);
  expect(codes.filter((code) => code === 'sandbox/busy').length).toBe(995);
});

test('a script whose second answer differs is refused', async () => {
  let calls = 0;
  const fickle: Sandbox = {
    ...sandbox,
    call: async (...asked) => {
      const result = await sandbox.call(...asked);
      return result.ok && ++calls % 2 === 0
        ? { ...result, value: result.value.replace('"captures":0', '"captures":9') }
        : result;
    },
  };
  const report = await checkScript(fickle, { language: 'javascript', source: breakthrough, author: 'ann' }, limits);
  expect(report).toMatchObject({ ok: false, error: { code: 'script/not-repeatable', during: 'start' } });
});
