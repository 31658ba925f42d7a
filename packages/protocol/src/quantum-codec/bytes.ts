/**
 * Reads and writes the values of the Quantum Chess TCP protocol. Two-byte numbers are big endian. A string is its length in two bytes
 * and its text. A square is its file and its rank, one byte each, 0 to 7. The protocol names no character encoding: we use UTF-8 and
 * write invalid bytes back unchanged.
 */
export type Cursor = {
  readonly bytes: Uint8Array;
  at: number;
  /** The message is incomplete: try again with more bytes. */
  short: boolean;
  /** The bytes are not a valid message, however many follow. */
  problem: WireProblem | undefined;
};

export type WireProblem = 'bad-letter' | 'bad-square' | 'bad-role' | 'bad-value' | 'too-long';

export const cursorOn = (bytes: Uint8Array): Cursor => ({ bytes, at: 0, short: false, problem: undefined });

/** False once something is missing or invalid. Values read by a stopped cursor are meaningless. */
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

/** `longest` is in bytes. A longer string is refused as soon as its length is known. */
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

/** A square in algebraic notation, `e4`. */
export function readSquare(cursor: Cursor): string {
  const file = readU8(cursor);
  const rank = readU8(cursor);
  if (!cursor.short && (file > 7 || rank > 7)) cursor.problem = 'bad-square';
  return String.fromCharCode(97 + (file & 7), 49 + (rank & 7));
}

/** Reads `count` items, or fewer if the cursor stops. */
export function readMany<T>(cursor: Cursor, count: number, read: (cursor: Cursor) => T): T[] {
  const items: T[] = [];
  for (let i = 0; i < count && goesOn(cursor); i++) items.push(read(cursor));
  return items;
}

export const u8 = (value: number): number[] => [inRange(value, 0xff)];
export const u16 = (value: number): number[] => [inRange(value, 0xffff) >> 8, value & 0xff];

/** Truncates a string that is too long for its two-byte length, between two characters. */
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

/** Decodes UTF-8. Invalid bytes become lone surrogates (U+DC80 …), so that they can be written back unchanged. */
function decode(bytes: Uint8Array): string {
  const decoded = DECODER.decode(bytes);
  if (!decoded.includes(REPLACEMENT)) return decoded;
  const again = ENCODER.encode(decoded);
  if (again.length === bytes.length && again.every((byte, i) => byte === bytes[i])) return decoded;
  return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte)).join('');
}

const REPLACEMENT = '\ufffd';

const isRaw = (value: string): boolean => /^[\p{ASCII}\udc80-\udcff]*$/u.test(value);

/** The text for clients of other protocols, without the stand-ins for invalid bytes. */
export const readable = (value: string): string => value.replace(/\p{Cs}/gu, REPLACEMENT);

// Declared here: browsers and Node have it, but none of TypeScript's language libraries does.
declare const TextDecoder: new (label: string, options: object) => { decode(bytes: Uint8Array): string };
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });
const ENCODER = new TextEncoder();
