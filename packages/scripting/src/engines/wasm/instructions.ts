import { type Cursor, readNumber, skipNumber } from './wasm-binary.js';

/** The instructions that write to memory, by the operands above the address. */
export type Write =
  | { readonly kind: 'store'; readonly value: ValueType; readonly offset: number }
  | { readonly kind: 'fill' | 'copy' };

export type ValueType = 'i32' | 'i64' | 'f32' | 'f64' | 'v128';

// 0x36 to 0x3e: the value type of each plain store.
const STORED: readonly ValueType[] = ['i32', 'i64', 'f32', 'f64', 'i32', 'i32', 'i64', 'i64', 'i64'];

/**
 * Moves past one instruction and tells whether it writes to memory. Throws at an unknown instruction, because a missed
 * write would be worse.
 */
export function readInstruction(cursor: Cursor): Write | undefined {
  const code = cursor.bytes[cursor.at++]!;
  if (code >= 0x45 && code <= 0xc4) return undefined;
  if (code >= 0x28 && code <= 0x3e) {
    const offset = readAddress(cursor);
    return code < 0x36 ? undefined : { kind: 'store', value: STORED[code - 0x36]!, offset };
  }
  switch (code) {
    case 0x00: // unreachable
    case 0x01: // nop
    case 0x05: // else
    case 0x0b: // end
    case 0x0f: // return
    case 0x19: // catch_all
    case 0x1a: // drop
    case 0x1b: // select
    case 0xd1: // ref.is_null
      return undefined;
    case 0x02: // block
    case 0x03: // loop
    case 0x04: // if
    case 0x06: // try
    case 0x07: // catch
    case 0x08: // throw
    case 0x09: // rethrow
    case 0x0c: // br
    case 0x0d: // br_if
    case 0x10: // call
    case 0x12: // return_call
    case 0x18: // delegate
    case 0x20: // local.get
    case 0x21: // local.set
    case 0x22: // local.tee
    case 0x23: // global.get
    case 0x24: // global.set
    case 0x25: // table.get
    case 0x26: // table.set
    case 0x3f: // memory.size
    case 0x40: // memory.grow
    case 0x41: // i32.const
    case 0x42: // i64.const
    case 0xd0: // ref.null
    case 0xd2: // ref.func
      return skipNumbers(cursor, 1);
    case 0x11: // call_indirect
    case 0x13: // return_call_indirect
      return skipNumbers(cursor, 2);
    case 0x0e: // br_table
      return skipNumbers(cursor, readNumber(cursor) + 1);
    case 0x1c: // select with types
      return skipNumbers(cursor, readNumber(cursor));
    case 0x43: // f32.const
      return skipBytes(cursor, 4);
    case 0x44: // f64.const
      return skipBytes(cursor, 8);
    case 0xfc:
      return readBulk(cursor);
    case 0xfd:
      return readVector(cursor);
    default:
      throw new Error(`an instruction that is not known: 0x${code.toString(16)}`);
  }
}

/** Reads alignment and offset of a load or store; returns the offset. */
function readAddress(cursor: Cursor): number {
  if (readNumber(cursor) >= 64) throw new Error('more than one memory');
  return readNumber(cursor);
}

function readBulk(cursor: Cursor): Write | undefined {
  const code = readNumber(cursor);
  if (code < 8) return undefined; // conversions
  if (code === 10) return skipNumbers(cursor, 2) ?? { kind: 'copy' };
  if (code === 11) return skipNumbers(cursor, 1) ?? { kind: 'fill' };
  if (code === 9 || code === 13 || (code >= 15 && code <= 17)) return skipNumbers(cursor, 1);
  if (code === 12 || code === 14) return skipNumbers(cursor, 2);
  throw new Error(`an instruction that is not known: 0xfc ${code}`);
}

function readVector(cursor: Cursor): Write | undefined {
  const code = readNumber(cursor);
  if (code <= 10 || code === 92 || code === 93) {
    readAddress(cursor);
    return undefined;
  }
  if (code === 11) return { kind: 'store', value: 'v128', offset: readAddress(cursor) };
  if (code === 12 || code === 13) return skipBytes(cursor, 16);
  if (code >= 21 && code <= 34) return skipBytes(cursor, 1);
  if (code >= 84 && code <= 91) {
    const offset = readAddress(cursor);
    skipBytes(cursor, 1);
    return code < 88 ? undefined : { kind: 'store', value: 'v128', offset };
  }
  return undefined;
}

function skipNumbers(cursor: Cursor, count: number): undefined {
  for (let i = 0; i < count; i++) skipNumber(cursor);
}

function skipBytes(cursor: Cursor, count: number): undefined {
  cursor.at += count;
}
