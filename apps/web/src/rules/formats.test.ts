import { readRuleset } from '@chessmith/rules';
import { expect, test } from 'vitest';
import { FORMATS, formatOfFile, guessFormat, SAMPLES, samplesOf } from './formats.js';

test.each(FORMATS)('there is a template in $label', async ({ value }) => {
  const [template] = samplesOf(value);
  expect(template?.title).toBe('Template');
  expect(await template!.read()).toContain('My game');
});

test('the JSON template is a valid ruleset', async () => {
  const [template] = samplesOf('json');
  expect(readRuleset(JSON.parse(await template!.read()))).toMatchObject({ ok: true });
});

test('the format of every sample is guessed correctly', async () => {
  for (const { format, title, read } of SAMPLES) {
    expect([title, guessFormat(await read())]).toEqual([title, format]);
  }
});

test.each([
  ['war.py', 'python'],
  ['War.of.kings.TS', 'typescript'],
  ['war.mjs', 'javascript'],
  ['war.pl', 'prolog'],
  ['war.json', 'json'],
  ['war.exe', undefined],
  ['war', undefined],
])('%s has the format %s', (file, format) => {
  expect(formatOfFile(file)).toBe(format);
});
