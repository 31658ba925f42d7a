import { number, replaceSections, SECTION } from '../wasm/wasm-binary.js';

/** The memory import of the module: with a maximum, 256 to 32768 pages. */
const MEMORY_IMPORT = [2, 1, ...number(256), ...number(32_768)];

/**
 * The module with a smaller initial memory. It asks for 16 MB and uses a third. The whole memory is restored after
 * every call, so a smaller one is restored faster.
 */
export function startSmall(module: Uint8Array, pages: number): Uint8Array {
  let found = 0;
  const small = replaceSections(module, ({ id, body }) => {
    const at = id === SECTION.import ? Buffer.from(body).indexOf(Buffer.from(MEMORY_IMPORT)) : -1;
    if (at < 0) return undefined;
    found++;
    const smaller = [2, 1, ...number(pages), ...number(32_768)];
    return Uint8Array.from([...body.subarray(0, at), ...smaller, ...body.subarray(at + MEMORY_IMPORT.length)]);
  });
  if (found !== 1) throw new Error('this build of QuickJS does not ask for its memory as expected');
  return small;
}
