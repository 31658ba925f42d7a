import { expect, test } from 'vitest';
import { assertNever } from './assert-never.js';

test('a case that types rule out, and that arrives all the same, is named', () => {
  expect(() => assertNever({ kind: 'dragon' } as never)).toThrow('no case for {"kind":"dragon"}');
});
