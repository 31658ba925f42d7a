import { PAGE } from './wasm.js';

/** What a narrowed module starts with, may grow to, and shows of itself. */
export type Narrow = {
  readonly bytes: number;
  readonly maximumBytes: number;
  readonly exports: readonly string[];
};

const MEMORY = 5;
const EXPORT = 7;

/**
 * The same WebAssembly module with another size of its one memory and with few of its exports. A maximum in the module
 * itself is kept by the machine, and seven thousand exports that nobody uses are most of the work of an instantiation.
 */
export function narrowModule(module: Uint8Array, narrow: Narrow): Uint8Array {
  const parts: Uint8Array[] = [module.subarray(0, 8)];
  for (const { id, whole, body } of sections(module)) {
    if (id === MEMORY) parts.push(section(MEMORY, memory(narrow)));
    else if (id === EXPORT) parts.push(section(EXPORT, keep(body, new Set(narrow.exports))));
    else parts.push(whole);
  }
  return new Uint8Array(Buffer.concat(parts));
}

function* sections(module: Uint8Array): Generator<{ id: number; whole: Uint8Array; body: Uint8Array }> {
  const cursor = { bytes: module, at: 8 };
  while (cursor.at < module.length) {
    const from = cursor.at;
    const id = module[cursor.at++]!;
    const length = readNumber(cursor);
    const body = module.subarray(cursor.at, cursor.at + length);
    cursor.at += length;
    yield { id, whole: module.subarray(from, cursor.at), body };
  }
}

const memory = ({ bytes, maximumBytes }: Narrow): number[] => [
  ...number(1),
  1,
  ...number(Math.ceil(bytes / PAGE)),
  ...number(Math.floor(maximumBytes / PAGE)),
];

/** The export section with only the names that are wanted; each must be there. */
function keep(body: Uint8Array, wanted: Set<string>): number[] {
  const cursor = { bytes: body, at: 0 };
  const kept: number[] = [];
  const count = readNumber(cursor);
  let found = 0;
  for (let i = 0; i < count; i++) {
    const from = cursor.at;
    const length = readNumber(cursor);
    const name = Buffer.from(body.subarray(cursor.at, cursor.at + length)).toString();
    cursor.at += length + 1;
    readNumber(cursor);
    if (!wanted.has(name)) continue;
    found++;
    for (let at = from; at < cursor.at; at++) kept.push(body[at]!);
  }
  if (found !== wanted.size) throw new Error(`of ${wanted.size} exports only ${found} are in the module`);
  return [...number(found), ...kept];
}

const section = (id: number, body: readonly number[]): Uint8Array =>
  Uint8Array.from([id, ...number(body.length), ...body]);

/** WebAssembly writes whole numbers in groups of seven bits, lowest first (LEB128). */
function number(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const group = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? group + 128 : group);
  } while (rest > 0);
  return bytes;
}

function readNumber(cursor: { readonly bytes: Uint8Array; at: number }): number {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = cursor.bytes[cursor.at++]!;
    value += (byte & 127) * scale;
    if (byte < 128) return value;
  }
}
