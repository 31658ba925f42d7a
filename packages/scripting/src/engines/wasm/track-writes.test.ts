import { describe, expect, test } from 'vitest';
import { code, HEAD, section, text } from '../../testing/little-module.js';
import { rewriteCode } from './rewrite-code.js';
import { TRACKED_BITS, trackWrites } from './track-writes.js';
import { type WasmFunction, type WasmMemory, wasm } from './wasm.js';

/** The address of the map in these modules: after their first page. */
const MAP = 65_536;

describe('a module that tracks its writes', () => {
  /** A module with one function (address, value or length) and two pages of memory. */
  function open(...instructions: readonly number[]) {
    const module = Uint8Array.from([
      ...HEAD,
      ...section(1, [0x60, 2, 0x7f, 0x7f, 0]),
      ...section(3, [0]),
      ...section(5, [0, 2]),
      ...section(7, [...text('m'), 2, 0], [...text('f'), 0, 0]),
      ...section(10, code(...instructions)),
    ]);
    const rewritten = new wasm.Module(rewriteCode(module, [trackWrites(MAP)]));
    const { m, f } = new wasm.Instance(rewritten, {}).exports as { m: WasmMemory; f: WasmFunction };
    const noted = () => [...new Uint8Array(m.buffer, MAP, 256).entries()].flatMap(([place, is]) => (is ? [place] : []));
    return { memory: new Uint8Array(m.buffer), f, noted };
  }
  const ARGUMENTS = [0x20, 0, 0x20, 1];
  const PIECE = 1 << TRACKED_BITS;

  test.each([
    ['i32.store', [...ARGUMENTS, 0x36, 2, 0]],
    ['i32.store8', [...ARGUMENTS, 0x3a, 0, 0]],
    ['i64.store', [0x20, 0, 0x20, 1, 0xac, 0x37, 3, 0]],
    ['f64.store', [0x20, 0, 0x20, 1, 0xb7, 0x39, 3, 0]],
    ['v128.store', [0x20, 0, 0x20, 1, 0xfd, 17, 0xfd, 11, 4, 0]],
  ])('marks the piece of an %s, and still stores', (_, instructions) => {
    const { memory, f, noted } = open(...instructions);
    f(5 * PIECE + 16, 0x4142_4344);
    expect(noted()).toEqual([5]);
    expect(memory.subarray(5 * PIECE + 16, 5 * PIECE + 24)).not.toEqual(new Uint8Array(8));
  });

  test('adds the offset of a store', () => {
    const { f, noted } = open(...ARGUMENTS, 0x36, 2, 0x80, 0x40);
    f(PIECE - 4, 1);
    expect(noted()).toEqual([(PIECE - 4 + 0x2000) >> TRACKED_BITS]);
  });

  test('marks everything that memory.fill and memory.copy write', () => {
    const fill = open(0x20, 0, 0x41, 7, 0x20, 1, 0xfc, 11, 0);
    fill.f(2 * PIECE + 5, 2 * PIECE);
    expect(fill.noted()).toEqual([2, 3, 4]);
    const copy = open(0x20, 0, 0x41, 0, 0x20, 1, 0xfc, 10, 0, 0);
    copy.f(6 * PIECE, PIECE);
    copy.f(9 * PIECE, 0);
    expect(copy.noted()).toEqual([6]);
  });

  test('cannot clear a mark without marking the map itself', () => {
    const { f, noted } = open(...ARGUMENTS, 0x3a, 0, 0);
    f(3 * PIECE, 1);
    f(MAP + 3, 0);
    f(MAP + (MAP >> TRACKED_BITS), 0);
    expect(noted()).toEqual([MAP >> TRACKED_BITS]);
  });
});
