import { readRuleset } from '@chessmith/rules';
import { expect, test } from 'vitest';
import { FORMS, formOfFile, guessForm, SAMPLES, samplesOf } from './forms.js';

test.each(FORMS)('there is a template to begin with in $label', async ({ value }) => {
  const [template] = samplesOf(value);
  expect(template?.title).toBe('Template');
  expect(await template!.read()).toContain('My game');
});

test('the template without code is a sound ruleset', async () => {
  const [template] = samplesOf('json');
  expect(readRuleset(JSON.parse(await template!.read()))).toMatchObject({ ok: true });
});

test('what every sample is written in is guessed right', async () => {
  for (const { form, title, read } of SAMPLES) {
    expect([title, guessForm(await read())]).toEqual([title, form]);
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
])('%s is a file in %s', (file, form) => {
  expect(formOfFile(file)).toBe(form);
});
