import type { Api } from './instance.js';

// Constants of SWI-Prolog.h.
export const STRING = 6;
export const UTF8 = 0x100000;
const FROM_TEXT = 1 | 2;
const FROM_INTEGER = 8;

/** A buffer in Prolog's memory for passing values. It is freed when memory is restored. */
export type ScratchMemory = {
  /** Copies a text, which stays valid until the next copy; `at` is 0 without memory. */
  copy(text: string): { readonly at: number; readonly length: number };
  /** Copies some integers and returns their address, or 0. */
  copyNumbers(numbers: readonly number[]): number;
  /** The text of an atom, a string or an integer. */
  textOf(term: number): string | undefined;
  /** The value that a C function wrote to its output address, or undefined if the function returned 0. */
  written<T>(work: (at: number) => number, read: (view: DataView, at: number) => T): T | undefined;
};

/** Bytes written from outside are reported to `mark`. */
export function scratchMemory(api: Api, mark: (at: number, length: number) => void): ScratchMemory {
  let bytes = Buffer.from(api.memory.buffer);
  let view = new DataView(api.memory.buffer);
  const cell = api.malloc(8);
  let buffer = { at: 0, length: 0 };

  function memory(): Buffer {
    if (bytes.buffer !== api.memory.buffer) {
      bytes = Buffer.from(api.memory.buffer);
      view = new DataView(api.memory.buffer);
    }
    return bytes;
  }

  function bufferFor(length: number): number {
    if (length > buffer.length) {
      if (buffer.at !== 0) api.free(buffer.at);
      const wanted = Math.max(length, LEAST_BUFFER);
      buffer = { at: api.malloc(wanted), length: wanted };
      if (buffer.at === 0) buffer = { at: 0, length: 0 };
      mark(buffer.at, buffer.length);
    }
    return buffer.at;
  }

  return {
    copy(text) {
      const at = bufferFor(text.length * 3);
      if (at === 0) return { at, length: 0 };
      return { at, length: memory().write(text, at) };
    },
    copyNumbers(numbers) {
      const at = bufferFor(numbers.length * 4);
      if (at !== 0) new Uint32Array(memory().buffer, at, numbers.length).set(numbers);
      return at;
    },
    textOf(term) {
      if (cell === 0 || api.getChars(term, cell, cell + 4, FROM_TEXT | FROM_INTEGER | UTF8) === 0) return undefined;
      const now = memory();
      const [length, at] = [now.readUInt32LE(cell), now.readUInt32LE(cell + 4)];
      return now.toString('utf8', at, at + length);
    },
    written(work, read) {
      if (cell === 0 || work(cell) === 0) return undefined;
      memory();
      return read(view, cell);
    },
  };
}

const LEAST_BUFFER = 4096;
