import { assertNever } from '@chessmith/std';
import {
  type Cursor,
  goesOn,
  letter,
  readMany,
  readSquare,
  readText,
  readU8,
  readU16,
  square,
  text,
  u8,
  u16,
} from './bytes.js';

/** A message of the server during a match. */
export type ServerMessage =
  /** Squares in ascending order (a1 a2 … a8 b1 …), and the side to move. */
  | { readonly kind: 'board'; readonly pieces: readonly WirePiece[]; readonly whiteToMove: boolean }
  /** Lines of the match log, newest first. */
  | { readonly kind: 'log'; readonly lines: readonly string[] }
  | { readonly kind: 'sound'; readonly sound: WireSound }
  | { readonly kind: 'error'; readonly message: string }
  | {
      readonly kind: 'chat';
      readonly client: number;
      readonly name: string;
      /** HH:MM. */
      readonly time: string;
      readonly text: string;
    }
  | { readonly kind: 'left'; readonly name: string }
  | {
      readonly kind: 'moves' | 'splits' | 'merges' | 'same' | 'entangled';
      readonly squares: readonly string[];
    };

export type WirePiece = {
  /** The letter of the piece: K Q T B H P. */
  readonly letter: string;
  readonly white: boolean;
  readonly square: string;
  /** A 16-bit fraction: FFFF is one, 7FFF a half. */
  readonly probability: number;
};

export const WIRE_SOUNDS = ['split', 'merge', 'capture'] as const;
export type WireSound = (typeof WIRE_SOUNDS)[number];

/** Reads a message of the server during a match. */
export function encodeServerMessage(message: ServerMessage): Uint8Array {
  return Uint8Array.from(bytesOf(message));
}

/** One message from the cursor on; for clients and for tests of servers. */
export function readServerMessage(cursor: Cursor): ServerMessage {
  const which = String.fromCharCode(readU8(cursor));
  const answer = ANSWERS.find(([, answering]) => answering === which)?.[0];
  if (answer !== undefined) return { kind: answer, squares: readMany(cursor, readU8(cursor), readSquare) };
  switch (which) {
    case 'l':
      return {
        kind: 'board',
        pieces: readMany(cursor, readU8(cursor), readPiece),
        whiteToMove: readU8(cursor) !== 0,
      };
    case 'j':
      return { kind: 'log', lines: readMany(cursor, readU16(cursor), readAnyText) };
    case 'i':
      return { kind: 'sound', sound: readSound(cursor) };
    case 'x':
      return { kind: 'error', message: readAnyText(cursor) };
    case 'c':
      return {
        kind: 'chat',
        client: readU16(cursor),
        name: readAnyText(cursor),
        time: readAnyText(cursor),
        text: readAnyText(cursor),
      };
    case 'e':
      return { kind: 'left', name: readAnyText(cursor) };
    default:
      if (!cursor.short) cursor.problem = 'bad-letter';
      return { kind: 'left', name: '' };
  }
}

const ANSWERS = [
  ['moves', 'a'],
  ['splits', 'b'],
  ['merges', 'd'],
  ['same', 'f'],
  ['entangled', 'g'],
] as const;

const PIECE_LETTERS = 'KQTBHP';

function bytesOf(message: ServerMessage): number[] {
  switch (message.kind) {
    case 'board':
      return [
        ...letter('l'),
        ...u8(message.pieces.length),
        ...message.pieces.flatMap(pieceBytes),
        message.whiteToMove ? 1 : 0,
      ];
    case 'log':
      return [...letter('j'), ...u16(message.lines.length), ...message.lines.flatMap(text)];
    case 'sound':
      return [...letter('i'), ...u8(WIRE_SOUNDS.indexOf(message.sound))];
    case 'error':
      return [...letter('x'), ...text(message.message)];
    case 'chat':
      return [
        ...letter('c'),
        ...u16(message.client),
        ...text(message.name),
        ...text(message.time),
        ...text(message.text),
      ];
    case 'left':
      return [...letter('e'), ...text(message.name)];
    case 'moves':
    case 'splits':
    case 'merges':
    case 'same':
    case 'entangled': {
      const which = ANSWERS.find(([kind]) => kind === message.kind)![1];
      return [...letter(which), ...u8(message.squares.length), ...message.squares.flatMap(square)];
    }
    default:
      return assertNever(message);
  }
}

const pieceBytes = (piece: WirePiece): number[] => [
  ...letter(piece.letter),
  piece.white ? 1 : 0,
  ...square(piece.square),
  ...u16(piece.probability),
];

function readPiece(cursor: Cursor): WirePiece {
  const kind = String.fromCharCode(readU8(cursor));
  const white = readU8(cursor) !== 0;
  const piece = { letter: kind, white, square: readSquare(cursor), probability: readU16(cursor) };
  if (goesOn(cursor) && !PIECE_LETTERS.includes(kind)) cursor.problem = 'bad-value';
  return piece;
}

function readSound(cursor: Cursor): WireSound {
  const sound = WIRE_SOUNDS[readU8(cursor)];
  if (sound === undefined) cursor.problem = 'bad-value';
  return sound ?? 'split';
}

const readAnyText = (cursor: Cursor): string => readText(cursor, 0xffff);
