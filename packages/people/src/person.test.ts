import { expect, test } from 'vitest';
import { isPersonId } from './person.js';

test.each([
  ['0b5a4f1c-6a3e-4f0e-9d59-0a6f6b1c2d3e', true],
  ['0B5A4F1C-6A3E-4F0E-9D59-0A6F6B1C2D3E', false],
  ['0b5a4f1c6a3e4f0e9d590a6f6b1c2d3e', false],
  ['0b5a4f1c-6a3e-4f0e-9d59-0a6f6b1c2d3e\n', false],
  ['', false],
])('%j is a person id: %s', (text, isPerson) => {
  expect(isPersonId(text)).toBe(isPerson);
});
