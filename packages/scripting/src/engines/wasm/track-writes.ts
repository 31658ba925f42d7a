import type { ValueType, Write } from './instructions.js';
import { I32, type ModuleShape, typeNumber } from './module-shape.js';
import type { Edit } from './rewrite-code.js';
import { constant, number } from './wasm-binary.js';

/** Memory is tracked in pieces of 2^10 bytes. */
export const TRACKED_BITS = 10;

const GET = 0x20;
const SET = 0x21;
const TEE = 0x22;
const CALL = 0x10;
const CONST = 0x41;
const ADD = 0x6a;
const SUBTRACT = 0x6b;
const SHIFT = 0x76;
const STORE_BYTE = 0x3a;

/**
 * Sets a byte in a map after every write to memory: at address `map`, one byte per KiB. Restoring then copies only what
 * was written. The mark follows the write, so that code which writes into the map cannot hide it: the bytes that stand
 * for the map itself get set.
 */
export const trackWrites =
  (map: number) =>
  (shape: ModuleShape): Edit => ({
    added: { type: typeNumber(shape, [I32, I32], []), body: markFunction(map) },
    replace: (found, variable, own) =>
      found.kind === 'write' ? markedWrite(found.write, found.bytes, variable, own, map) : undefined,
  });

const VALUE_TYPES: { readonly [type in ValueType]: number } = { i32: I32, i64: 0x7e, f32: 0x7d, f64: 0x7c, v128: 0x7b };

/** A write whose operands are kept in variables, followed by the mark. */
function markedWrite(
  write: Write,
  instruction: Uint8Array,
  variable: (purpose: string, type: number) => number[],
  mark: number,
  map: number,
): number[] {
  const address = variable('address', I32);
  if (write.kind === 'store') {
    const value = variable(write.value, VALUE_TYPES[write.value]);
    const place = write.offset === 0 ? [] : [CONST, ...constant(write.offset), ADD];
    return [
      ...[SET, ...value, TEE, ...address, GET, ...value, ...instruction],
      ...[GET, ...address, ...place, CONST, TRACKED_BITS, SHIFT, CONST, 1, STORE_BYTE, 0, ...number(map)],
    ];
  }
  const [second, length] = [variable('i32', I32), variable('length', I32)];
  return [
    ...[SET, ...length, SET, ...second, TEE, ...address, GET, ...second, GET, ...length, ...instruction],
    ...[GET, ...address, GET, ...length, CALL, ...number(mark)],
  ];
}

/** The code of a function (from, length) that marks a stretch of memory. */
function markFunction(map: number): number[] {
  const [from, length, piece] = [
    [GET, 0],
    [GET, 1],
    [CONST, TRACKED_BITS, SHIFT],
  ];
  const last = [...from, ...length, ADD, CONST, 1, SUBTRACT, ...piece];
  return [
    ...[0, ...length, 0x04, 0x40],
    ...[...from, ...piece, CONST, ...constant(map), ADD, CONST, 1],
    ...[...last, ...from, ...piece, SUBTRACT, CONST, 1, ADD, 0xfc, 11, 0],
    ...[0x0b, 0x0b],
  ];
}
