import { expect, test } from 'vitest';
import { assertNever } from './assert-never.js';

test('the error shows the unexpected value', () => {
  expect(() => assertNever({ kind: 'dragon' } as never)).toThrow('no case for {"kind":"dragon"}');
});
