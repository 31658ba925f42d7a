import { expect, test } from 'vitest';
import { err, mapErr, mapOk, ok, type Result, unwrap } from './result.js';

const half = (n: number): Result<number, string> => (n % 2 === 0 ? ok(n / 2) : err('odd'));

test('a yes carries its value and a no its reason', () => {
  expect(half(4)).toEqual({ ok: true, value: 2 });
  expect(half(3)).toEqual({ ok: false, error: 'odd' });
});

test('mapping changes one side and leaves the other alone', () => {
  expect(mapOk(half(4), String)).toEqual(ok('2'));
  expect(mapOk(half(3), String)).toEqual(err('odd'));
  expect(mapErr(half(4), (reason) => reason.length)).toEqual(ok(2));
  expect(mapErr(half(3), (reason) => reason.length)).toEqual(err(3));
});

test('unwrapping a no is a bug and tells the reason', () => {
  expect(unwrap(half(4))).toBe(2);
  expect(() => unwrap(half(3))).toThrow('odd');
});
