import { PAGE } from './wasm.js';
import { number, readNumber, replaceSections, SECTION } from './wasm-binary.js';

/** What a narrowed module starts with, may grow to, and shows of itself. */
export type Narrow = {
  readonly bytes: number;
  readonly maximumBytes: number;
  readonly exports: readonly string[];
};

/**
 * The same WebAssembly module with another size of its one memory and with few of its exports. A maximum in the module
 * itself is kept by the machine, and seven thousand exports that nobody uses are most of the work of an instantiation.
 */
export function narrowModule(module: Uint8Array, narrow: Narrow): Uint8Array {
  return replaceSections(module, ({ id, body }) => {
    if (id === SECTION.memory) return memory(narrow);
    return id === SECTION.export ? keep(body, new Set(narrow.exports)) : undefined;
  });
}

const memory = ({ bytes, maximumBytes }: Narrow): Uint8Array =>
  Uint8Array.from([1, 1, ...number(Math.ceil(bytes / PAGE)), ...number(Math.floor(maximumBytes / PAGE))]);

/** The export section with only the names that are wanted; each must be there. */
function keep(body: Uint8Array, wanted: ReadonlySet<string>): Uint8Array {
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
    kept.push(...body.subarray(from, cursor.at));
  }
  if (found !== wanted.size) throw new Error(`of ${wanted.size} exports only ${found} are in the module`);
  return Uint8Array.from([...number(found), ...kept]);
}
