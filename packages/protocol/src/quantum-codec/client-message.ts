import { assertNever } from '@chessmith/std';
import { type Cursor, letter, readMany, readSquare, readText, readU8, square, text, u8 } from './bytes.js';

/** A message of a client during a match. Clients leave by closing the connection. */
export type ClientMessage =
  | { readonly kind: 'move'; readonly from: string; readonly to: string }
  | { readonly kind: 'split'; readonly from: string; readonly to: readonly [string, string] }
  | { readonly kind: 'merge'; readonly from: readonly [string, string]; readonly to: string }
  | { readonly kind: 'ask-moves' | 'ask-splits' | 'ask-same' | 'ask-entangled'; readonly square: string }
  /** Asks for the merge targets of one fragment, or for those that two fragments have in common. */
  | { readonly kind: 'ask-merges'; readonly squares: readonly string[] }
  | { readonly kind: 'chat'; readonly text: string }
  | { readonly kind: 'surrender' };

/** Longest chat line in bytes. The original client sends at most thirty characters. */
export const LONGEST_CHAT = 2048;

/** What a client in a match sends; for clients and for tests of servers. */
export function encodeClientMessage(message: ClientMessage): Uint8Array {
  return Uint8Array.from(bytesOf(message));
}

/** Reads one message at the cursor. An invalid letter or square stops the cursor with a problem. */
export function readClientMessage(cursor: Cursor): ClientMessage {
  const which = String.fromCharCode(readU8(cursor));
  switch (which) {
    case 'm':
      return { kind: 'move', from: readSquare(cursor), to: readSquare(cursor) };
    case 's':
      return { kind: 'split', from: readSquare(cursor), to: [readSquare(cursor), readSquare(cursor)] };
    case 'h':
      return { kind: 'merge', from: [readSquare(cursor), readSquare(cursor)], to: readSquare(cursor) };
    case 'a':
      return { kind: 'ask-moves', square: readSquare(cursor) };
    case 'b':
      return { kind: 'ask-splits', square: readSquare(cursor) };
    case 'd':
      // The original treats every count other than two as one.
      return { kind: 'ask-merges', squares: readMany(cursor, readU8(cursor) === 2 ? 2 : 1, readSquare) };
    case 'f':
      return { kind: 'ask-same', square: readSquare(cursor) };
    case 'g':
      return { kind: 'ask-entangled', square: readSquare(cursor) };
    case 'c':
      return { kind: 'chat', text: readText(cursor, LONGEST_CHAT) };
    case 'z':
      return { kind: 'surrender' };
    default:
      if (!cursor.short) cursor.problem = 'bad-letter';
      return { kind: 'surrender' };
  }
}

function bytesOf(message: ClientMessage): number[] {
  switch (message.kind) {
    case 'move':
      return [...letter('m'), ...square(message.from), ...square(message.to)];
    case 'split':
      return [...letter('s'), ...square(message.from), ...message.to.flatMap(square)];
    case 'merge':
      return [...letter('h'), ...message.from.flatMap(square), ...square(message.to)];
    case 'ask-moves':
      return [...letter('a'), ...square(message.square)];
    case 'ask-splits':
      return [...letter('b'), ...square(message.square)];
    case 'ask-merges':
      return [...letter('d'), ...u8(message.squares.length), ...message.squares.flatMap(square)];
    case 'ask-same':
      return [...letter('f'), ...square(message.square)];
    case 'ask-entangled':
      return [...letter('g'), ...square(message.square)];
    case 'chat':
      return [...letter('c'), ...text(message.text)];
    case 'surrender':
      return letter('z');
    default:
      return assertNever(message);
  }
}
