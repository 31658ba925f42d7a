import { type RestrictedImports, restrictImports } from '../emscripten/restricted-imports.js';
import type { Account } from '../engine.js';
import { type GuestCodeAlarm, guestCodeAlarm } from '../wasm/guest-code-alarm.js';
import { PAGE, wasm } from '../wasm/wasm.js';
import { type WriteMap, writeMapOf } from '../wasm/write-map.js';
import { type CApi, callPython } from './c-api.js';
import { callFunction, type FunctionCall } from './call-function.js';
import { ALARM_IMPORT, COMPILER_MEMORY, type PythonImage, SCRIPT_MEMORY } from './image.js';

/** An isolated CPython whose memory can be rolled back. */
export type Interpreter = {
  /** Calls a function of the prelude; undefined if memory ran out. Throws `Denied` and `Aborted`. */
  run(entry: number, request: Uint8Array): Uint8Array | undefined;
  /** Calls a function of the script; `account` records when the script's own time begins and ends. */
  call(call: FunctionCall, account: Account): Uint8Array | undefined;
  /** Takes a snapshot of the memory. */
  remember(): void;
  /** Restores memory to the last snapshot, or to the image. */
  rollBack(): void;
  /** Restores memory to the image, and drops the snapshot. */
  startOver(): void;
};

/** Memory never shrinks; an instance that has grown by more than this is replaced. */
const TOLERATED_GROWTH = 32 * 1_048_576;

type Instance = {
  readonly api: CApi;
  readonly imports: RestrictedImports;
  readonly written: WriteMap;
  readonly alarm: GuestCodeAlarm;
};

export function startInterpreter(image: PythonImage): Interpreter {
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
      const { api, imports, written } = instance;
      const limit = entry === image.entries.compile ? COMPILER_MEMORY : SCRIPT_MEMORY;
      imports.begin(0, image.memory.byteLength + limit);
      return callPython(api, entry, request, written.mark);
    },
    call(call, account) {
      const { api, imports, written, alarm } = instance;
      imports.begin(call.seed, image.memory.byteLength + SCRIPT_MEMORY);
      const hooks = { account, withAlarm: alarm.withAlarm(account.script), wrote: written.mark };
      return callFunction(api, image.entries, call, hooks);
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
  const alarm = guestCodeAlarm();
  const imports = restrictImports(module, { more: { [ALARM_IMPORT]: alarm.ring } });
  const api = new wasm.Instance(module, imports.imports).exports as CApi;
  alarm.attach(api.guest_code_alarm);
  const written = writeMapOf(api.memory, map);
  imports.attach(api, written.mark);
  return { api, imports, written, alarm };
}

function grow({ memory }: CApi, bytes: number): void {
  memory.grow((bytes - memory.buffer.byteLength) / PAGE);
}
