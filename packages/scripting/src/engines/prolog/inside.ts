import type { Api } from './seal.js';

// Constants of SWI-Prolog.h.
export const STRING = 6;
export const UTF8 = 0x100000;
const FROM_TEXT = 1 | 2;
const FROM_INTEGER = 8;

/** Room in Prolog's memory for what is handed over a piece at a time. It is taken back when memory is set back. */
export type Inside = {
  /** Copies a text; 0 where there is no room. It stays until the next one. */
  copy(text: string): { readonly at: number; readonly length: number };
  /** Copies some whole numbers; where they are, or 0. */
  copyNumbers(numbers: readonly number[]): number;
  /** The text of an atom, a string or a whole number. */
  textOf(term: number): string | undefined;
  /** What a function wrote at the place it was given, or undefined if it returned 0. */
  written<T>(work: (at: number) => number, read: (view: DataView, at: number) => T): T | undefined;
};

/** `mark` hears what is written into memory from here. */
export function openInside(api: Api, mark: (at: number, length: number) => void): Inside {
  let bytes = Buffer.from(api.memory.buffer);
  let view = new DataView(api.memory.buffer);
  const cell = api.malloc(8);
  let room = { at: 0, length: 0 };

  function memory(): Buffer {
    if (bytes.buffer !== api.memory.buffer) {
      bytes = Buffer.from(api.memory.buffer);
      view = new DataView(api.memory.buffer);
    }
    return bytes;
  }

  function roomFor(length: number): number {
    if (length > room.length) {
      if (room.at !== 0) api.free(room.at);
      const wanted = Math.max(length, LEAST_ROOM);
      room = { at: api.malloc(wanted), length: wanted };
      if (room.at === 0) room = { at: 0, length: 0 };
      mark(room.at, room.length);
    }
    return room.at;
  }

  return {
    copy(text) {
      const at = roomFor(text.length * 3);
      if (at === 0) return { at, length: 0 };
      return { at, length: memory().write(text, at) };
    },
    copyNumbers(numbers) {
      const at = roomFor(numbers.length * 4);
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

const LEAST_ROOM = 4096;
