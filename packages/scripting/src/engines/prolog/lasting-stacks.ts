import { I32, type ModuleShape, typeNumber } from '../wasm/module-shape.js';
import type { Edit } from '../wasm/rewrite-code.js';
import { constant, number } from '../wasm/wasm-binary.js';

const GET = 0x20;
const TEE = 0x22;
const CALL = 0x10;
const CONST = 0x41;
const LOAD = [0x28, 2, 0];
const SUBTRACT = 0x6b;
const IS_ZERO = 0x45;
const IS_LESS = 0x49;
const IS_MORE = 0x4b;
const BLOCK = [0x02, 0x40];
const LEAVE = [0x0d, 0];
const RETURN = 0x0f;
const END = 0x0b;

/** A block is preceded by its size, which includes this header. */
const HEAD = 8;

/**
 * Makes `realloc` keep a block of at least `bytes` in place, at its full size, as long as it is large enough. Prolog's
 * stacks move into such a block once; then they grow and shrink without being copied.
 */
export const lastingBlocks =
  (reallocate: number, bytes: number) =>
  (shape: ModuleShape): Edit => ({
    added: { type: typeNumber(shape, [I32, I32], [I32]), body: reallocateIn(reallocate, bytes) },
    replace: (found, _, own) =>
      found.kind === 'call' && found.called === reallocate ? [CALL, ...number(own)] : undefined,
  });

/** The code of a function (block, size) that calls `realloc` for all other blocks. */
function reallocateIn(reallocate: number, bytes: number): number[] {
  const [block, size, whole] = [
    [GET, 0],
    [GET, 1],
    [GET, 2],
  ];
  return [
    ...[1, 1, I32, ...BLOCK],
    ...[...block, IS_ZERO, ...LEAVE],
    ...[...block, CONST, HEAD, SUBTRACT, ...LOAD, TEE, 2],
    ...[CONST, ...constant(bytes), IS_LESS, ...LEAVE],
    ...[...size, ...whole, CONST, HEAD, SUBTRACT, IS_MORE, ...LEAVE],
    ...[...block, RETURN, END],
    ...[...block, ...size, CALL, ...number(reallocate), END],
  ];
}
