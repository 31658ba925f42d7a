import { cachedImage } from '../image-cache.js';
import { narrowModule } from '../wasm/narrow-module.js';
import { rewriteCode } from '../wasm/rewrite-code.js';
import { trackWrites } from '../wasm/track-writes.js';
import { type WasmModule, wasm } from '../wasm/wasm.js';
import { MAP_BLOCK, MAP_BYTES, mapIn, PIECE, type Run, runsOf } from '../wasm/write-map.js';
import { askProlog } from './ask.js';
import { type Api, apiOf, instantiate } from './instance.js';
import { lastingBlocks } from './lasting-stacks.js';
import { emptyLayer, keep, type Layer, putBack } from './layers.js';
import { EXPORTS, REALLOCATE } from './names.js';
import { PRELUDE } from './prelude.js';
import { type Runtime, startRuntime } from './runtime.js';

/**
 * The memory image of a started interpreter, from which all engines of a process start. It can be posted to a worker.
 */
export type PrologImage = {
  readonly module: WasmModule;
  /** The contents of the memory; everything else is zero. Threads share it, and it is never written to. */
  readonly layer: Layer;
  readonly bytes: number;
  readonly stackPointer: number;
  /** The address at which the module records its writes. */
  readonly map: number;
};

/** An image as plain bytes for a file: the pieces of its layer, one after the other. */
type PlainImage = Pick<PrologImage, 'bytes' | 'stackPointer' | 'map'> & {
  readonly binary: Uint8Array;
  readonly has: Uint8Array;
  readonly pieces: Uint8Array;
};

/** The memory that a script may use on top of the interpreter's own, in bytes. */
export const SCRIPT_MEMORY = 100 * 1_048_576;

/** The address range reserved for the stacks. It takes no real memory until it is written to. */
const PLACE = 120 * 1_048_576;

/**
 * Prolog's own limit for its stacks. It also counts space that is reserved but unused, so a script fails when it needs
 * about three quarters of it.
 */
const STACK_LIMIT = 156 * 1_048_576;

/** The most that two such ranges take together. */
const RESERVED = 2 * PLACE;

/** Blocks of at least this size are never moved. */
const LASTING = 16 * 1_048_576;

/** Starts Prolog once and keeps its memory. */
export async function prepareProlog(): Promise<PrologImage> {
  return imageOf(await cachedImage('prolog', startedProlog));
}

/** Starts Prolog and returns its image as plain bytes. */
export async function startedProlog(): Promise<PlainImage> {
  const runtime = await bootProlog();
  const restricted = restrictedBinary(runtime);
  const { layer, bytes, stackPointer, map } = takeImage(runtime, restricted);
  const runs = [...runsOf(layer.has)];
  const pieces = Buffer.concat(runs.map(([from, to]) => layer.bytes.subarray(from * PIECE, to * PIECE)));
  return { binary: restricted.binary, has: layer.has.slice(), pieces, bytes, stackPointer, map };
}

function imageOf({ binary, has, pieces, bytes, stackPointer, map }: PlainImage): PrologImage {
  const layer = emptyLayer(bytes);
  layer.has.set(has);
  let at = 0;
  for (const [from, to] of runsOf(has)) {
    layer.bytes.set(pieces.subarray(at, at + (to - from) * PIECE), from * PIECE);
    at += (to - from) * PIECE;
  }
  return { module: new wasm.Module(binary), layer, bytes, stackPointer, map };
}

/** Starts Prolog with its libraries and the prelude, not yet restricted; no script ever runs in this instance. */
export async function bootProlog(write?: (line: string) => void): Promise<Runtime> {
  const runtime = await startRuntime(write);
  runtime.writeFile('/chessmith.pl', PRELUDE);
  runtime.prove("load_files('/chessmith.pl', [silent(true)])");
  runtime.prove('chessmith:set_up');
  return runtime;
}

/** A module that records its writes and never moves its stacks, with the address of the record. */
function restrictedBinary({ binary, exports }: Runtime): { readonly binary: Uint8Array; readonly map: number } {
  const api = apiOf(exports);
  const map = mapIn(api.malloc(MAP_BLOCK));
  new Uint8Array(api.memory.buffer).fill(0, map, map + MAP_BYTES);
  const bytes = api.memory.buffer.byteLength;
  const rewritten = rewriteCode(binary, [trackWrites(map), lastingBlocks(REALLOCATE, LASTING)]);
  const maximumBytes = bytes + RESERVED + SCRIPT_MEMORY;
  return { binary: narrowModule(rewritten, { bytes, maximumBytes, exports: Object.values(EXPORTS) }), map };
}

/** Takes the image of a started interpreter, together with its restricted module. */
export function takeImage(runtime: Runtime, { binary, map } = restrictedBinary(runtime)): PrologImage {
  const api = apiOf(runtime.exports);
  const bytes = api.memory.buffer.byteLength;
  const module = new wasm.Module(binary);
  const booted = { module, map, bytes, stackPointer: api.stackCurrent(), layer: emptyLayer(bytes) };
  keep(booted.layer, api.memory, filled(api));
  return withStackSpace(booted);
}

/** Makes Prolog move its stacks to their final address, in a restricted instance. */
function withStackSpace(image: PrologImage): PrologImage {
  const { api, imports, written } = instantiate(image);
  const everything: readonly Run[] = [[0, image.bytes / PIECE]];
  putBack(api.memory, [image.layer], everything);
  written.clear();
  api.stackRestore(image.stackPointer);
  imports.begin(0, image.bytes + RESERVED);
  if (askProlog(api, 'reserve_stacks', `bytes(${PLACE},${STACK_LIMIT})`, written.mark) === undefined) {
    throw new Error('there is not enough memory for the stacks');
  }
  const bytes = api.memory.buffer.byteLength;
  const layer = emptyLayer(bytes);
  keep(layer, api.memory, filled(api));
  return { ...image, layer, bytes };
}

/** The pieces of memory that are not all zeros. */
export function* filled({ memory }: Api): Generator<Run> {
  const zeros = Buffer.alloc(PIECE);
  for (let piece = 0; piece < memory.buffer.byteLength / PIECE; piece++) {
    if (!zeros.equals(Buffer.from(memory.buffer, piece * PIECE, PIECE))) yield [piece, piece + 1];
  }
}
