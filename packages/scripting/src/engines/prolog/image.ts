import { keptImage } from '../kept-image.js';
import { narrowModule } from '../wasm/narrow-module.js';
import { rewriteCode } from '../wasm/rewrite-code.js';
import { trackWrites } from '../wasm/track-writes.js';
import { type WasmModule, wasm } from '../wasm/wasm.js';
import { MAP_BYTES, MAP_ROOM, mapIn, PIECE, type Run, runsOf } from '../wasm/write-map.js';
import { askProlog } from './ask.js';
import { lastingBlocks } from './lasting-stacks.js';
import { emptyLayer, keep, type Layer, putBack } from './layers.js';
import { EXPORTS, REALLOCATE } from './names.js';
import { PRELUDE } from './prelude.js';
import { type Runtime, startRuntime } from './runtime.js';
import { type Api, apiOf, instantiate } from './seal.js';

/** A started interpreter at rest: what all engines of a process begin with. It can be posted to a worker. */
export type PrologImage = {
  readonly module: WasmModule;
  /** What is in memory, of this size; everything else is zero. Shared between the threads, and never written to. */
  readonly layer: Layer;
  readonly bytes: number;
  readonly stackPointer: number;
  /** Where in memory the module notes what it writes. */
  readonly map: number;
};

/** The same in plain bytes, which can be kept in a file: the pieces that its layer has, one after the other. */
type PlainImage = Pick<PrologImage, 'bytes' | 'stackPointer' | 'map'> & {
  readonly binary: Uint8Array;
  readonly has: Uint8Array;
  readonly pieces: Uint8Array;
};

/** What a script may use beyond what the interpreter itself needs, in bytes. */
export const SCRIPT_MEMORY = 100 * 1_048_576;

/** The place that is reserved for the stacks, which is not there until it is written to. */
const PLACE = 120 * 1_048_576;

/**
 * How far Prolog lets its stacks grow by its own count, which has room in it that is never used. It gives up when it
 * needs three quarters of this and wants to grow further.
 */
const STACK_LIMIT = 156 * 1_048_576;

/** As much as places may take together. */
const RESERVED = 2 * PLACE;

/** Blocks of this size stay where they are. */
const LASTING = 16 * 1_048_576;

/** Starts Prolog once and keeps its memory. */
export async function prepareProlog(): Promise<PrologImage> {
  return imageOf(await keptImage('prolog', startedProlog));
}

/** What starting Prolog comes to. */
export async function startedProlog(): Promise<PlainImage> {
  const runtime = await bootProlog();
  const sealed = sealedBinary(runtime);
  const { layer, bytes, stackPointer, map } = takeImage(runtime, sealed);
  const runs = [...runsOf(layer.has)];
  const pieces = Buffer.concat(runs.map(([from, to]) => layer.bytes.subarray(from * PIECE, to * PIECE)));
  return { binary: sealed.binary, has: layer.has.slice(), pieces, bytes, stackPointer, map };
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

/** Starts Prolog with its libraries and the prelude, still open to the world; no script ever runs in this instance. */
export async function bootProlog(write?: (line: string) => void): Promise<Runtime> {
  const runtime = await startRuntime(write);
  runtime.writeFile('/chessmith.pl', PRELUDE);
  runtime.prove("load_files('/chessmith.pl', [silent(true)])");
  runtime.prove('chessmith:furnish');
  return runtime;
}

/** A module that notes what it writes and never moves its stacks, and where it notes it. */
function sealedBinary({ binary, exports }: Runtime): { readonly binary: Uint8Array; readonly map: number } {
  const api = apiOf(exports);
  const map = mapIn(api.malloc(MAP_ROOM));
  new Uint8Array(api.memory.buffer).fill(0, map, map + MAP_BYTES);
  const bytes = api.memory.buffer.byteLength;
  const rewritten = rewriteCode(binary, [trackWrites(map), lastingBlocks(REALLOCATE, LASTING)]);
  const maximumBytes = bytes + RESERVED + SCRIPT_MEMORY;
  return { binary: narrowModule(rewritten, { bytes, maximumBytes, exports: Object.values(EXPORTS) }), map };
}

/** Keeps the memory of a started interpreter, beside its sealed module. */
export function takeImage(runtime: Runtime, { binary, map } = sealedBinary(runtime)): PrologImage {
  const api = apiOf(runtime.exports);
  const bytes = api.memory.buffer.byteLength;
  const module = new wasm.Module(binary);
  const booted = { module, map, bytes, stackPointer: api.stackCurrent(), layer: emptyLayer(bytes) };
  keep(booted.layer, api.memory, filled(api));
  return withRoomForStacks(booted);
}

/** Lets Prolog move its stacks, in a sealed instance, to the place where they stay. */
function withRoomForStacks(image: PrologImage): PrologImage {
  const { api, seal, written } = instantiate(image);
  const everything: readonly Run[] = [[0, image.bytes / PIECE]];
  putBack(api.memory, [image.layer], everything);
  written.clear();
  api.stackRestore(image.stackPointer);
  seal.begin(0, image.bytes + RESERVED);
  if (askProlog(api, 'make_room', `bytes(${PLACE},${STACK_LIMIT})`, written.mark) === undefined) {
    throw new Error('there is no room for the stacks');
  }
  const bytes = api.memory.buffer.byteLength;
  const layer = emptyLayer(bytes);
  keep(layer, api.memory, filled(api));
  return { ...image, layer, bytes };
}

/** The pieces in which there is anything but zeros. */
export function* filled({ memory }: Api): Generator<Run> {
  const zeros = Buffer.alloc(PIECE);
  for (let piece = 0; piece < memory.buffer.byteLength / PIECE; piece++) {
    if (!zeros.equals(Buffer.from(memory.buffer, piece * PIECE, PIECE))) yield [piece, piece + 1];
  }
}
