import { number, replaceSections, SECTION } from '../wasm/wasm-binary.js';

/** How the module asks for its memory: kind memory, with a maximum, 256 to 32768 pages. */
const WISH = [2, 1, ...number(256), ...number(32_768)];

/**
 * The module, content with a smaller memory at its start. It asks for 16 MB and uses a third of them; all of a memory is
 * brought back after every call, so what is not there need not be cleared.
 */
export function startSmall(module: Uint8Array, pages: number): Uint8Array {
  let found = 0;
  const small = replaceSections(module, ({ id, body }) => {
    const at = id === SECTION.import ? Buffer.from(body).indexOf(Buffer.from(WISH)) : -1;
    if (at < 0) return undefined;
    found++;
    const wish = [2, 1, ...number(pages), ...number(32_768)];
    return Uint8Array.from([...body.subarray(0, at), ...wish, ...body.subarray(at + WISH.length)]);
  });
  if (found !== 1) throw new Error('this build of QuickJS does not ask for its memory as expected');
  return small;
}
