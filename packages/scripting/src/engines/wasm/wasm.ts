/**
 * The part of WebAssembly that the engines use. Node's types do not include it, and those of browsers would add all of
 * the DOM.
 */
export type WasmModule = { readonly 'wasm module': never };
export type WasmGlobal = { value: number };
export type WasmMemory = { readonly buffer: ArrayBuffer; grow(pages: number): number };
export type WasmTable = { get(index: number): WasmFunction | null };
export type WasmFunction = (...args: (number | bigint)[]) => number;
export type WasmImports = { [module: string]: { [name: string]: WasmFunction | WasmGlobal | object } };

type Import = { readonly module: string; readonly name: string; readonly kind: string };

type WebAssembly = {
  readonly Module: { new (bytes: Uint8Array): WasmModule; imports(module: WasmModule): readonly Import[] };
  readonly Instance: new (module: WasmModule, imports: WasmImports) => { readonly exports: object };
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => WasmMemory;
  readonly Global: new (type: { readonly value: 'i32'; readonly mutable: boolean }, value: number) => WasmGlobal;
  /** Thrown when WebAssembly traps. */
  readonly RuntimeError: typeof Error;
  compile(bytes: Uint8Array): Promise<WasmModule>;
};

export const wasm = (globalThis as unknown as { readonly WebAssembly: WebAssembly }).WebAssembly;

export const PAGE = 65_536;
