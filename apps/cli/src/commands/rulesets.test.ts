import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '@chessmith/rules';
import { afterAll, expect, test } from 'vitest';
import { chessmith } from '../testing/chessmith.js';

const folder = mkdtempSync(join(tmpdir(), 'chessmith-rulesets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

test('every ruleset has one line, with its name first', async () => {
  const { code, out } = await chessmith(['rulesets']);
  const lines = out.trimEnd().split('\n');
  expect(code).toBe(0);
  expect(lines[0]).toMatch(/^standard +8x8 +Chess as the world plays it\.$/);
  expect(lines.map((line) => line.split(' ')[0])).toEqual(expect.arrayContaining(catalogue.map(({ name }) => name)));
  expect(lines.at(-2)).toMatch(/^quantum +8x8 +Pieces split, merge, interfere and entangle/);
  expect(lines.at(-1)).toMatch(/^quantum-fragments +8x8 +/);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120);
});

test('a ruleset can be printed, changed and counted', async () => {
  const { out } = await chessmith(['rulesets', '--json', 'los-alamos']);
  const { pieces, ...rest } = JSON.parse(out);
  const path = written('mine.json', JSON.stringify({ ...rest, pieces, name: 'mine', title: 'Mine' }));
  expect(await chessmith(['perft', '--ruleset', path, '--depth', '1'])).toEqual({ code: 0, out: '10\n', err: '' });
  expect((await chessmith(['show', '--ruleset', path])).out).toMatch(/^Mine\n/);
});

test('a ruleset file may have a byte order mark, CRLF line ends and an extension in capitals', async () => {
  const { out } = await chessmith(['rulesets', '--json', 'los-alamos']);
  const path = written('MINE.JSON', `\uFEFF${out.replaceAll('\n', '\r\n')}`);
  expect((await chessmith(['check', path])).out).toMatch(/^The ruleset is valid: /);
  expect(await chessmith(['perft', '--ruleset', path, '--depth', '1'])).toEqual({ code: 0, out: '10\n', err: '' });
});

test.each([
  ['missing.json', null, 'cannot be read: ENOENT.'],
  ['broken.json', '{\n  "name": "mine",\n}', 'is not JSON: look at line 3, column 1.'],
  ['empty.json', '{}', 'is not a valid ruleset:\n  '],
])('%s is refused, and says why', async (name, text, why) => {
  const path = text === null ? join(folder, name) : written(name, text);
  const { code, out, err } = await chessmith(['show', '--ruleset', path]);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(`chessmith show: ${path} ${why}`);
});
