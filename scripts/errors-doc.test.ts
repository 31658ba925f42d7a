import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERRORS_DOC, errorsDoc } from './errors-doc.mjs';

const { text, incomplete, unused } = errorsDoc();

test('every error code has a sentence and says what to do', () => {
  expect(incomplete).toEqual([]);
});

test('advice is only for codes that exist', () => {
  expect(unused).toEqual([]);
});

test('docs/errors.md lists the codes of the sources; npm run errors writes it', () => {
  expect(readFileSync(ERRORS_DOC, 'utf8')).toBe(text);
});
