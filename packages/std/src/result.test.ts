import { expect, test } from 'vitest';
import { err, mapErr, mapOk, ok, type Result, unwrap } from './result.js';

const half = (n: number): Result<number, string> => (n % 2 === 0 ? ok(n / 2) : err('odd'));

test('ok carries its value and err its error', () => {
  expect(half(4)).toEqual({ ok: true, value: 2 });
  expect(half(3)).toEqual({ ok: false, error: 'odd' });
});

test('mapping changes one case and passes the other on', () => {
  expect(mapOk(half(4), String)).toEqual(ok('2'));
  expect(mapOk(half(3), String)).toEqual(err('odd'));
  expect(mapErr(half(4), (reason) => reason.length)).toEqual(ok(2));
  expect(mapErr(half(3), (reason) => reason.length)).toEqual(err(3));
});

test('unwrapping an err throws its error', () => {
  expect(unwrap(half(4))).toBe(2);
  expect(() => unwrap(half(3))).toThrow('odd');
});
