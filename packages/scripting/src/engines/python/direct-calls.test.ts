import { expect, test } from 'vitest';
import { code, HEAD, section, text } from '../../testing/little-module.js';
import { rewriteCode } from '../wasm/rewrite-code.js';
import { type WasmFunction, wasm } from '../wasm/wasm.js';
import { directCalls } from './direct-calls.js';

test('calls through the table pass as many arguments as each function takes, and others go to the import', () => {
  const calls: (number | bigint)[][] = [];
  const I = 0x7f;
  const kinds = [0, 1, 2, 3, 4].map((count) => [0x60, count, ...Array(count).fill(I), 1, I]);
  const last = (count: number) => code(...(count === 0 ? [0x41, 40] : [0x20, count - 1]));
  const module = Uint8Array.from([
    ...HEAD,
    ...section(1, ...kinds),
    ...section(2, [...text('e'), ...text('t'), 0, 4]),
    ...section(3, [0], [1], [2], [3], [4], [4]),
    ...section(4, [0x70, 0, 6]),
    ...section(7, [...text('f'), 0, 6]),
    ...section(9, [0, 0x41, 1, 0x0b, 5, 1, 2, 3, 4, 5]),
    ...section(10, last(0), last(1), last(2), last(3), last(4), code(0x20, 0, 0x20, 1, 0x20, 2, 0x20, 3, 0x10, 0)),
  ]);
  const outside = (...given: (number | bigint)[]) => calls.push(given) && 99;
  const rewritten = new wasm.Module(rewriteCode(module, [directCalls('t')]));
  const { f } = new wasm.Instance(rewritten, { e: { t: outside } }).exports as { f: WasmFunction };
  expect([1, 2, 3, 4, 5].map((place) => f(place, 10, 20, 30))).toEqual([40, 10, 20, 30, 99]);
  expect(calls).toEqual([[5, 10, 20, 30]]);
});
