import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import type { EngineKind } from '../engine.js';
import { type WasmModule, wasm } from '../wasm/wasm.js';
import { engineOf } from './engine.js';
import { takeImage } from './memory-image.js';
import { INITIAL_PAGES, SEALED, type Seal, sealedVariant } from './seal.js';
import { startSmall } from './small-start.js';

/** What all interpreters of a process share: the compiled module, and what they are fenced in by. */
export type JavascriptShared = { readonly module: WasmModule; readonly seal: Seal };

/** JavaScript, and TypeScript without its types: QuickJS in WebAssembly. */
export const javascript: EngineKind<JavascriptShared> = {
  async prepare() {
    const file = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
    return { module: await wasm.compile(startSmall(await readFile(file), INITIAL_PAGES)), seal: SEALED };
  },
  async open({ module, seal }) {
    const memory = new wasm.Memory({ initial: INITIAL_PAGES, maximum: seal.maximumPages });
    const { variant, close } = sealedVariant(module, memory, seal);
    const quickjs = await newQuickJSWASMModuleFromVariant(variant);
    close();
    return engineOf({ quickjs, memory, pristine: takeImage(memory), rollsBack: seal.rollsBack });
  },
};
