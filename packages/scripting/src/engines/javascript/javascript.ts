import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import type { EngineKind } from '../engine.js';
import { openGuestCodeAlarm, withGuestCodeAlarm } from '../wasm/guest-code-alarm.js';
import { type WasmModule, wasm } from '../wasm/wasm.js';
import { engineOf } from './engine.js';
import { takeImage } from './memory-image.js';
import { BELL, INITIAL_PAGES, SEALED, type SealedImports, sealedVariant } from './seal.js';
import { startSmall } from './small-start.js';

/** What all interpreters of a process share: the compiled module, and what they are fenced in by. */
export type JavascriptShared = { readonly module: WasmModule; readonly seal: SealedImports };

/** The number of the function in which all of QuickJS's calls arrive, `JS_CallInternal` in its sources. */
const CALL_INTERNAL = 221;
const HASH = '105c3bed22d457e43e3d1c3c1c6959fda62a8fe06f0fc8a985303c3a2be72232';

/** JavaScript, and TypeScript without its types: QuickJS in WebAssembly. */
export const javascript: EngineKind<JavascriptShared> = {
  async prepare() {
    const file = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
    const binary = withGuestCodeAlarm(
      startSmall(readChecked(await readFile(file)), INITIAL_PAGES),
      [CALL_INTERNAL],
      BELL,
    );
    return { module: await wasm.compile(binary), seal: SEALED };
  },
  async open({ module, seal }) {
    const memory = new wasm.Memory({ initial: INITIAL_PAGES, maximum: seal.maximumPages });
    const bell = openGuestCodeAlarm();
    const { variant, close } = sealedVariant(module, memory, seal, bell);
    const quickjs = await newQuickJSWASMModuleFromVariant(variant);
    close();
    return engineOf({ quickjs, memory, bell, pristine: takeImage(memory), rollsBack: seal.rollsBack });
  },
};

function readChecked(binary: Uint8Array): Uint8Array {
  if (createHash('sha256').update(binary).digest('hex') === HASH) return binary;
  throw new Error('this build of QuickJS is not the one that was sealed');
}
