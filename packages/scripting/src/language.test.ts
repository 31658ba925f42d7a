import { expect, test } from 'vitest';
import { FORMATS, formatOfScript, LANGUAGES, missingFunction } from './language.js';

test.each([
  ['race.py', 'python', 'python'],
  ['race.js', 'javascript', 'javascript'],
  ['race.mjs', 'javascript', 'javascript'],
  ['War.of.kings.TS', 'typescript', 'javascript'],
  ['race.mts', 'typescript', 'javascript'],
  ['race.pl', 'prolog', 'prolog'],
  ['race.pro', 'prolog', 'prolog'],
])('%s is uploaded as %s and run as %s', (file, format, language) => {
  expect(formatOfScript(file)).toMatchObject({ format, language });
  expect(FORMATS.get(format)).toBe(language);
});

test.each(['rules.json', 'race', 'race.exe', 'py', '.constructor'])('%s is not a script', (file) => {
  expect(formatOfScript(file)).toBeUndefined();
});

test('every language can be uploaded', () => {
  expect(new Set(FORMATS.values())).toEqual(new Set(LANGUAGES));
});

test('a missing function is named in the terms of the language', () => {
  expect(missingFunction('python', 'move')).toBe('function make_move');
  expect(missingFunction('prolog', 'move')).toBe('predicate make_move/5');
});
