import { PAGE } from './wasm.js';
import { number, readNumber, replaceSections, SECTION } from './wasm-binary.js';

/** The initial memory, the maximum memory and the exports of a narrowed module. */
export type Narrow = {
  readonly bytes: number;
  readonly maximumBytes: number;
  readonly exports: readonly string[];
};

/**
 * The same module with another memory size and only a few of its exports. The engine enforces a maximum that the module
 * declares; and most of the time of an instantiation goes into seven thousand unused exports.
 */
export function narrowModule(module: Uint8Array, narrow: Narrow): Uint8Array {
  return replaceSections(module, ({ id, body }) => {
    if (id === SECTION.memory) return memory(narrow);
    return id === SECTION.export ? keep(body, new Set(narrow.exports)) : undefined;
  });
}

const memory = ({ bytes, maximumBytes }: Narrow): Uint8Array =>
  Uint8Array.from([1, 1, ...number(Math.ceil(bytes / PAGE)), ...number(Math.floor(maximumBytes / PAGE))]);

/** The export section with only these names; throws if one is missing. */
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
