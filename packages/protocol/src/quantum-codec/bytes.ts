/**
 * Reading and writing the numbers, strings and squares of the quantum protocol: two-byte numbers are big endian, a
 * string is its length in two bytes and then text, a square is its file and its rank, each a byte from 0 to 7. The protocol
 * has no rule for characters: we read and write UTF-8, and what is none is written again as it was read.
 */
export type Cursor = {
  readonly bytes: Uint8Array;
  at: number;
  /** The bytes ended before the message did: come back with more. */
  short: boolean;
  /** The bytes are no message, and no more of them will make it one. */
  problem: WireProblem | undefined;
};

export type WireProblem = 'bad-letter' | 'bad-square' | 'bad-role' | 'bad-value' | 'too-long';

export const cursorOn = (bytes: Uint8Array): Cursor => ({ bytes, at: 0, short: false, problem: undefined });

/** While nothing is missing or wrong; what a stopped cursor reads is of no meaning. */
export const goesOn = (cursor: Cursor): boolean => !cursor.short && cursor.problem === undefined;

export function readU8(cursor: Cursor): number {
  const value = cursor.bytes[cursor.at];
  if (value === undefined) cursor.short = true;
  cursor.at += 1;
  return value ?? 0;
}

export function readU16(cursor: Cursor): number {
  const high = readU8(cursor);
  return high * 256 + readU8(cursor);
}

/** `longest` is in bytes; a longer string is a problem as soon as its length is known. */
export function readText(cursor: Cursor, longest: number): string {
  const length = readU16(cursor);
  if (!goesOn(cursor)) return '';
  if (length > longest) cursor.problem = 'too-long';
  const end = cursor.at + length;
  if (end > cursor.bytes.length) cursor.short = true;
  const text = goesOn(cursor) ? decode(cursor.bytes.subarray(cursor.at, end)) : '';
  cursor.at = end;
  return text;
}

/** A square as this house writes it, `e4`. */
export function readSquare(cursor: Cursor): string {
  const file = readU8(cursor);
  const rank = readU8(cursor);
  if (!cursor.short && (file > 7 || rank > 7)) cursor.problem = 'bad-square';
  return String.fromCharCode(97 + (file & 7), 49 + (rank & 7));
}

/** As many items as a count says, as long as they come. */
export function readMany<T>(cursor: Cursor, count: number, read: (cursor: Cursor) => T): T[] {
  const items: T[] = [];
  for (let i = 0; i < count && goesOn(cursor); i++) items.push(read(cursor));
  return items;
}

export const u8 = (value: number): number[] => [inRange(value, 0xff)];
export const u16 = (value: number): number[] => [inRange(value, 0xffff) >> 8, value & 0xff];

/** A string too long for its two bytes of length loses its end, between two characters. */
export function text(value: string): number[] {
  const bytes = isRaw(value) ? Uint8Array.from(value, (unit) => unit.charCodeAt(0) & 0xff) : ENCODER.encode(value);
  let end = Math.min(bytes.length, 0xffff);
  while (end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end -= 1;
  return [...u16(end), ...bytes.subarray(0, end)];
}

export function square(name: string): number[] {
  if (!/^[a-h][1-8]$/.test(name)) throw new RangeError(`${name} is no square of this protocol`);
  return [name.charCodeAt(0) - 97, name.charCodeAt(1) - 49];
}

export const letter = (value: string): number[] => [value.charCodeAt(0)];

function inRange(value: number, most: number): number {
  if (!Number.isInteger(value) || value < 0 || value > most) throw new RangeError(`${value} is not in 0 … ${most}`);
  return value;
}

/** Bytes that are no UTF-8 become their own characters, those above 127 lone surrogates (U+DC80 …), which are in no UTF-8. */
function decode(bytes: Uint8Array): string {
  const decoded = DECODER.decode(bytes);
  if (!decoded.includes(REPLACEMENT)) return decoded;
  const again = ENCODER.encode(decoded);
  if (again.length === bytes.length && again.every((byte, i) => byte === bytes[i])) return decoded;
  return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte)).join('');
}

const REPLACEMENT = '\ufffd';

const isRaw = (value: string): boolean => /^[\p{ASCII}\udc80-\udcff]*$/u.test(value);

/** A text for others than this protocol's clients, without what only stands for bytes. */
export const readable = (value: string): string => value.replace(/\p{Cs}/gu, REPLACEMENT);

// In every browser and in Node, but in none of the language's own libraries.
declare const TextDecoder: new (label: string, options: object) => { decode(bytes: Uint8Array): string };
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });
const ENCODER = new TextEncoder();
