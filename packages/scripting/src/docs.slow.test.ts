import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkScript } from './check/check-script.js';
import type { Language } from './language.js';
import { openSandbox } from './sandbox/open-sandbox.js';
import type { Sandbox } from './sandbox/port.js';

const TEXT = readFileSync(new URL('../../../docs/scripts.md', import.meta.url), 'utf8');
const LISTINGS = [...TEXT.matchAll(/^```(python|ts)\n([\s\S]*?)^```$/gm)].map(([, word, source]) => ({
  language: (word === 'python' ? 'python' : 'javascript') as Language,
  source: source!,
}));

let sandbox: Sandbox;
beforeAll(() => {
  const waiting = { total: 10, perLane: 10, longestMs: 200_000 };
  sandbox = openSandbox({ languages: ['python', 'javascript'], workersPerLanguage: 1, waiting });
});
afterAll(() => sandbox.close());

test('docs/scripts.md has a listing in each language', () => {
  expect(new Set(LISTINGS.map(({ language }) => language)).size).toBe(2);
});

test.each(LISTINGS)('the listing in $language passes the check', async ({ language, source }) => {
  const limits = { games: 3, cpuMs: 3000, wallMs: 100_000 };
  expect(await checkScript(sandbox, { language, source, author: 'docs' }, limits)).toMatchObject({
    ok: true,
    selfPlay: { finished: 3 },
  });
});
