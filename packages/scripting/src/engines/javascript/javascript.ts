import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import type { EngineKind } from '../engine.js';
import { guestCodeAlarm, withGuestCodeAlarm } from '../wasm/guest-code-alarm.js';
import { type WasmModule, wasm } from '../wasm/wasm.js';
import { engineOf } from './engine.js';
import { takeImage } from './memory-image.js';
import {
  ALARM_IMPORT,
  ALL_RESTRICTIONS,
  INITIAL_PAGES,
  type Restrictions,
  restrictedVariant,
} from './restricted-variant.js';
import { startSmall } from './small-start.js';

/** What all interpreters of a process share: the compiled module, and its restrictions. */
export type JavascriptShared = { readonly module: WasmModule; readonly restrictions: Restrictions };

/** The index of the function that handles every call in QuickJS, `JS_CallInternal` in its sources. */
export const CALL_INTERNAL = 221;
const HASH = '105c3bed22d457e43e3d1c3c1c6959fda62a8fe06f0fc8a985303c3a2be72232';

/** JavaScript, and TypeScript with its types removed: QuickJS in WebAssembly. */
export const javascript: EngineKind<JavascriptShared> = {
  async prepare() {
    const file = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
    const binary = readChecked(await readFile(file));
    return { module: await wasm.compile(rewriteQuickJs(binary)), restrictions: ALL_RESTRICTIONS };
  },
  async open({ module, restrictions }) {
    const memory = new wasm.Memory({ initial: INITIAL_PAGES, maximum: restrictions.maximumPages });
    const alarm = guestCodeAlarm();
    const { variant, close } = restrictedVariant(module, memory, restrictions, alarm);
    const quickjs = await newQuickJSWASMModuleFromVariant(variant);
    close();
    return engineOf({ quickjs, memory, alarm, pristine: takeImage(memory), rollsBack: restrictions.rollsBack });
  },
};

/** QuickJS with less initial memory, and an alarm in the function that runs script code. */
export const rewriteQuickJs = (binary: Uint8Array): Uint8Array =>
  withGuestCodeAlarm(startSmall(binary, INITIAL_PAGES), [CALL_INTERNAL], ALARM_IMPORT);

function readChecked(binary: Uint8Array): Uint8Array {
  if (createHash('sha256').update(binary).digest('hex') === HASH) return binary;
  throw new Error('this build of QuickJS is not the one that was reviewed');
}
