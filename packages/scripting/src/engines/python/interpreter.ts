import { type CApi, callPython } from './c-api.js';
import { COMPILER_MEMORY, type PythonImage, SCRIPT_MEMORY } from './image.js';
import { type Seal, sealImports } from './sealed-imports.js';
import { PAGE, wasm } from './wasm.js';

/** One sealed CPython whose memory can be set back. */
export type Interpreter = {
  /** Calls a function of the prelude; undefined if there was no memory left even for its answer. Throws what the seal throws. */
  run(entry: number, request: Uint8Array, seed: number): Uint8Array | undefined;
  /** Remembers the memory as it is now. */
  remember(): void;
  /** Sets memory back to what was remembered last, or to the image. */
  rollBack(): void;
  /** Sets memory back to the image, and forgets what was remembered. */
  startOver(): void;
};

/** Memory never shrinks; an instance that has grown by more than this is replaced by a new one. */
const TOLERATED_GROWTH = 8 * 1_048_576;

export function openInterpreter(image: PythonImage): Interpreter {
  const pristine = new Uint8Array(image.memory);
  let remembered: Uint8Array | undefined;
  let { api, seal } = instantiate(image);

  /** Copies everything: a hostile script can write anywhere, and a look for what it wrote takes longer than the copy. */
  function restore(): void {
    const kept = remembered ?? pristine;
    if (api.memory.buffer.byteLength > kept.length + TOLERATED_GROWTH) ({ api, seal } = instantiate(image));
    if (api.memory.buffer.byteLength < kept.length) grow(api, kept.length);
    const memory = new Uint8Array(api.memory.buffer);
    memory.set(kept);
    memory.fill(0, kept.length);
    api.__stack_pointer.value = image.stackPointer;
  }

  restore();
  return {
    run(entry, request, seed) {
      const room = entry === image.entries.compile ? COMPILER_MEMORY : SCRIPT_MEMORY;
      seal.begin(seed, image.memory.byteLength + room);
      return callPython(api, entry, request);
    },
    remember() {
      const end = new Uint32Array(api.memory.buffer)[image.heapEndAt >>> 2]!;
      const memory = new Uint8Array(api.memory.buffer, 0, Math.ceil(end / PAGE) * PAGE);
      if (remembered?.length === memory.length) remembered.set(memory);
      else remembered = memory.slice();
    },
    rollBack: restore,
    startOver() {
      remembered = undefined;
      restore();
    },
  };
}

function instantiate({ module }: PythonImage): { readonly api: CApi; readonly seal: Seal } {
  const seal = sealImports(module);
  const api = new wasm.Instance(module, seal.imports).exports as CApi;
  seal.attach(api);
  return { api, seal };
}

function grow({ memory }: CApi, bytes: number): void {
  memory.grow((bytes - memory.buffer.byteLength) / PAGE);
}
