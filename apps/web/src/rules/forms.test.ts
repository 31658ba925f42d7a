import { readRuleset } from '@chessmith/rules';
import { expect, test } from 'vitest';
import { FORMS, formOfFile, guessForm, SAMPLES, samplesOf } from './forms.js';

test.each(FORMS)('there is a template in $label', async ({ value }) => {
  const [template] = samplesOf(value);
  expect(template?.title).toBe('Template');
  expect(await template!.read()).toContain('My game');
});

test('the JSON template is a valid ruleset', async () => {
  const [template] = samplesOf('json');
  expect(readRuleset(JSON.parse(await template!.read()))).toMatchObject({ ok: true });
});

test('the form of every sample is guessed correctly', async () => {
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
])('%s has the form %s', (file, form) => {
  expect(formOfFile(file)).toBe(form);
});
