import { type Seal, sealImports } from '../emscripten/sealed-imports.js';
import type { Account } from '../engine.js';
import { type GuestCodeAlarm, openGuestCodeAlarm } from '../wasm/guest-code-alarm.js';
import { PAGE, wasm } from '../wasm/wasm.js';
import { openWriteMap, type WriteMap } from '../wasm/write-map.js';
import { type CApi, callPython } from './c-api.js';
import { callFunction, type FunctionCall } from './call-function.js';
import { BELL, COMPILER_MEMORY, type PythonImage, SCRIPT_MEMORY } from './image.js';

/** One sealed CPython whose memory can be set back. */
export type Interpreter = {
  /** Calls a function of the prelude; undefined if no memory was left even for its answer. Throws what the seal throws. */
  run(entry: number, request: Uint8Array): Uint8Array | undefined;
  /** The same for a function of the script. `account` hears when the script's own time begins and ends. */
  call(call: FunctionCall, account: Account): Uint8Array | undefined;
  /** Remembers the memory as it is now. */
  remember(): void;
  /** Sets memory back to what was remembered last, or to the image. */
  rollBack(): void;
  /** Sets memory back to the image, and forgets what was remembered. */
  startOver(): void;
};

/** Memory never shrinks; an instance that has grown by more than this is replaced by a new one. */
const TOLERATED_GROWTH = 32 * 1_048_576;

type Instance = { readonly api: CApi; readonly seal: Seal; readonly written: WriteMap; readonly bell: GuestCodeAlarm };

export function openInterpreter(image: PythonImage): Interpreter {
  const pristine = new Uint8Array(image.memory);
  let remembered: Uint8Array | undefined;
  let instance = instantiate(image);

  function setBack(everything: boolean): void {
    const kept = remembered ?? pristine;
    const grown = instance.api.memory.buffer.byteLength - kept.length;
    const fresh = grown > TOLERATED_GROWTH;
    if (fresh) instance = instantiate(image);
    const { api, written } = instance;
    if (api.memory.buffer.byteLength < kept.length) grow(api, kept.length);
    if (everything || fresh) written.restoreAll(kept);
    else written.restore(kept);
    api.__stack_pointer.value = image.stackPointer;
  }

  setBack(true);
  return {
    run(entry, request) {
      const { api, seal, written } = instance;
      const room = entry === image.entries.compile ? COMPILER_MEMORY : SCRIPT_MEMORY;
      seal.begin(0, image.memory.byteLength + room);
      return callPython(api, entry, request, written.mark);
    },
    call(call, account) {
      const { api, seal, written, bell } = instance;
      seal.begin(call.seed, image.memory.byteLength + SCRIPT_MEMORY);
      const told = { account, quietly: bell.quietly(account.script), wrote: written.mark };
      return callFunction(api, image.entries, call, told);
    },
    remember() {
      const { api, written } = instance;
      written.clear();
      const end = new Uint32Array(api.memory.buffer)[image.heapEndAt >>> 2]!;
      const memory = new Uint8Array(api.memory.buffer, 0, Math.ceil(end / PAGE) * PAGE);
      if (remembered?.length === memory.length) remembered.set(memory);
      else remembered = memory.slice();
      new Uint8Array(api.memory.buffer).fill(0, memory.length);
    },
    rollBack: () => setBack(false),
    startOver() {
      const isAtStart = remembered === undefined;
      remembered = undefined;
      setBack(!isAtStart);
    },
  };
}

function instantiate({ module, map }: PythonImage): Instance {
  const bell = openGuestCodeAlarm();
  const seal = sealImports(module, { more: { [BELL]: bell.ring } });
  const api = new wasm.Instance(module, seal.imports).exports as CApi;
  bell.attach(api.bell);
  const written = openWriteMap(api.memory, map);
  seal.attach(api, written.mark);
  return { api, seal, written, bell };
}

function grow({ memory }: CApi, bytes: number): void {
  memory.grow((bytes - memory.buffer.byteLength) / PAGE);
}
