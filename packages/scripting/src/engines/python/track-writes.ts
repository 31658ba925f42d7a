import { readInstruction, type ValueType, type Write } from './instructions.js';
import { type Cursor, constant, number, readNumber, replaceSections, SECTION, sectionsOf } from './wasm-binary.js';

/** Memory is tracked in pieces of this size. */
export const TRACKED_BITS = 12;

/**
 * The same module, in which every instruction that writes to memory afterwards sets the byte of that place in a map: at
 * `map`, one byte for each 4 KB of memory. Memory can then be set back by copying what was written and nothing else. The
 * mark comes after the write, so that whoever writes into the map cannot hide it: the map's own bytes in the map are set.
 */
export function trackWrites(module: Uint8Array, map: number): Uint8Array {
  const shape = readShape(module);
  return replaceSections(module, ({ id, body }) => {
    if (id === SECTION.function) return append(body, number(shape.markType));
    return id === SECTION.code ? rewriteCode(body, shape, map) : undefined;
  });
}

type Shape = {
  /** How many parameters each of the module's own functions has. */
  readonly parameters: readonly number[];
  /** The number of the type of a function from two i32 to nothing. */
  readonly markType: number;
  /** The number that a function gets which is appended. */
  readonly mark: number;
};

function readShape(module: Uint8Array): Shape {
  const types: { parameters: readonly number[]; results: number }[] = [];
  let imported = 0;
  let functions: number[] = [];
  for (const { id, body } of sectionsOf(module)) {
    const cursor = { bytes: body, at: 0 };
    if (id === SECTION.type) {
      for (let left = readNumber(cursor); left > 0; left--) types.push(readType(cursor));
    } else if (id === SECTION.import) imported = countFunctions(cursor);
    else if (id === SECTION.function) functions = Array.from({ length: readNumber(cursor) }, () => readNumber(cursor));
  }
  const markType = types.findIndex(({ parameters, results }) => String(parameters) === '127,127' && results === 0);
  if (markType < 0) throw new Error('no function takes two numbers and gives none');
  const parameters = functions.map((type) => types[type]!.parameters.length);
  return { parameters, markType, mark: imported + functions.length };
}

function readType(cursor: Cursor): { parameters: readonly number[]; results: number } {
  if (cursor.bytes[cursor.at++] !== 0x60) throw new Error('a type that is not a function');
  const parameters = Array.from({ length: readNumber(cursor) }, () => readValueType(cursor));
  const results = Array.from({ length: readNumber(cursor) }, () => readValueType(cursor));
  return { parameters, results: results.length };
}

function readValueType(cursor: Cursor): number {
  const type = cursor.bytes[cursor.at++]!;
  if (type !== 0x6f && type !== 0x70 && (type < 0x7b || type > 0x7f)) throw new Error('a type that is not known');
  return type;
}

function countFunctions(cursor: Cursor): number {
  let count = 0;
  for (let left = readNumber(cursor); left > 0; left--) {
    for (const _ of ['module', 'name']) {
      const length = readNumber(cursor);
      cursor.at += length;
    }
    const kind = cursor.bytes[cursor.at++]!;
    if (kind === 0) count++;
    else if (kind !== 3) throw new Error('an import that is neither a function nor a global');
    if (kind === 0) readNumber(cursor);
    else cursor.at += 2;
  }
  return count;
}

/** A section that is a list, with one more item. */
function append(body: Uint8Array, item: readonly number[]): Uint8Array {
  const cursor = { bytes: body, at: 0 };
  const count = readNumber(cursor);
  return Buffer.concat([Uint8Array.from(number(count + 1)), body.subarray(cursor.at), Uint8Array.from(item)]);
}

function rewriteCode(body: Uint8Array, shape: Shape, map: number): Uint8Array {
  const cursor = { bytes: body, at: 0 };
  const count = readNumber(cursor);
  const parts: Uint8Array[] = [Uint8Array.from(number(count + 1))];
  for (let i = 0; i < count; i++) {
    const length = readNumber(cursor);
    const old = body.subarray(cursor.at, cursor.at + length);
    const rewritten = rewriteFunction(old, shape.parameters[i]!, shape.mark, map);
    parts.push(Uint8Array.from(number(rewritten.length)), rewritten);
    cursor.at += length;
  }
  const mark = markFunction(map);
  parts.push(Uint8Array.from([...number(mark.length), ...mark]));
  return Buffer.concat(parts);
}

const VALUE_TYPES: { readonly [type in ValueType]: number } = {
  i32: 0x7f,
  i64: 0x7e,
  f32: 0x7d,
  f64: 0x7c,
  v128: 0x7b,
};
const I32 = 0x7f;

/** One function with a mark after every write, for which it gets variables of its own. */
function rewriteFunction(body: Uint8Array, parameters: number, mark: number, map: number): Uint8Array {
  const cursor = { bytes: body, at: 0 };
  const groups = readNumber(cursor);
  const groupsFrom = cursor.at;
  let variables = parameters;
  for (let i = 0; i < groups; i++) {
    variables += readNumber(cursor);
    readValueType(cursor);
  }
  const codeFrom = cursor.at;

  const added: number[] = [];
  const variable = (purpose: string, type: number): number[] => {
    const known = names.get(purpose) ?? variables + added.push(type) - 1;
    names.set(purpose, known);
    return number(known);
  };
  const names = new Map<string, number>();
  const parts: Uint8Array[] = [];
  let copied = codeFrom;
  while (cursor.at < body.length) {
    const from = cursor.at;
    const write = readInstruction(cursor);
    if (write === undefined) continue;
    const instruction = body.subarray(from, cursor.at);
    parts.push(body.subarray(copied, from), Uint8Array.from(markedWrite(write, instruction, variable, mark, map)));
    copied = cursor.at;
  }
  if (parts.length === 0) return body;
  const head = [...number(groups + added.length), ...body.subarray(groupsFrom, codeFrom)];
  const more = added.flatMap((type) => [1, type]);
  return Buffer.concat([Uint8Array.from([...head, ...more]), ...parts, body.subarray(copied)]);
}

const GET = 0x20;
const SET = 0x21;
const TEE = 0x22;
const CALL = 0x10;
const CONST = 0x41;
const ADD = 0x6a;
const SHIFT = 0x76;
const STORE_BYTE = 0x3a;

/** A write, its operands kept in variables, and after it the mark. */
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

/** A function that marks a stretch of memory: from where, and how many bytes. */
function markFunction(map: number): number[] {
  const FROM = [GET, 0];
  const LENGTH = [GET, 1];
  const piece = [CONST, TRACKED_BITS, SHIFT];
  const last = [...FROM, ...LENGTH, ADD, CONST, 1, 0x6b, ...piece];
  return [
    ...[0, ...LENGTH, 0x04, 0x40],
    ...[...FROM, ...piece, CONST, ...constant(map), ADD, CONST, 1],
    ...[...last, ...FROM, ...piece, 0x6b, CONST, 1, ADD, 0xfc, 11, 0],
    ...[0x0b, 0x0b],
  ];
}
