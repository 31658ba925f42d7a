import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkScript } from './check/check-script.js';
import { formatReport } from './check/report.js';
import type { Language } from './language.js';
import { scriptReferee } from './referee/script-referee.js';
import { openSandbox } from './sandbox/open-sandbox.js';
import type { Sandbox } from './sandbox/port.js';

const read = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const TEXT = read('docs/scripts.md');
const LISTINGS = [...TEXT.matchAll(/^```(python|ts|prolog)\n([\s\S]*?)^```$/gm)].map(([, word, source]) => ({
  language: (word === 'ts' ? 'javascript' : word) as Language,
  source: source!,
}));

let sandbox: Sandbox;
beforeAll(() => {
  const waiting = { total: 10, perLane: 10, longestMs: 200_000 };
  sandbox = openSandbox({ workersPerLanguage: 1, waiting });
});
afterAll(() => sandbox.close());

test('docs/scripts.md has a listing in each language', () => {
  expect(new Set(LISTINGS.map(({ language }) => language)).size).toBe(3);
});

test.each([
  ['javascript', 'template.ts'],
  ['javascript', 'template.js'],
  ['prolog', 'template.pl'],
] as const)('the template in %s, %s, passes the check', async (language, file) => {
  const source = read(`examples/templates/${file}`);
  const limits = { games: 2, cpuMs: 1000, wallMs: 100_000 };
  const report = await checkScript(sandbox, { language, source, author: 'docs' }, limits);
  expect(report).toMatchObject({ ok: true, card: { name: 'My game' } });
});

test('the example in README.md prints what its comments say', async () => {
  const [, code = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(read('packages/scripting/README.md')) ?? [];
  const printed: string[] = [];
  const names = {
    ...{ checkScript, formatReport, openSandbox, scriptReferee },
    readFileSync: read,
    console: { log: (value: unknown) => printed.push(String(value)) },
  };
  const AsyncFunction = (async () => {}).constructor as new (
    ...words: string[]
  ) => (...values: unknown[]) => Promise<void>;
  await new AsyncFunction(...Object.keys(names), code.replace(/^import .*$/gm, ''))(...Object.values(names));
  const claimed = [...code.matchAll(/^.*console\.log.*\/\/ (.*?) ?…?$/gm)].map(([, text]) => text!);
  expect(claimed).toHaveLength(2);
  for (const [i, text] of claimed.entries()) expect(printed[i]).toContain(text);
});

test.each(LISTINGS)('the listing in $language passes the check', async ({ language, source }) => {
  const limits = { games: 20, cpuMs: 15_000, wallMs: 100_000 };
  expect(await checkScript(sandbox, { language, source, author: 'docs' }, limits)).toMatchObject({
    ok: true,
    selfPlay: { finished: 20 },
  });
});
