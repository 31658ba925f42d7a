import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ClientMessage, encodeClientMessage, LONGEST_CHAT } from './client-message.js';
import { encodeHandshake, encodeMatchList, LONGEST_NAME, WIRE_ROLES } from './handshake.js';
import { encodeServerMessage, type ServerMessage, WIRE_SOUNDS } from './server-message.js';
import { newServerStream, readFromClient, readFromServer, type Stream } from './streams.js';

const inMatch: Stream<'match'> = { phase: 'match', rest: new Uint8Array() };
const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

const square = fc
  .tuple(fc.constantFrom(...'abcdefgh'), fc.integer({ min: 1, max: 8 }))
  .map(([file, rank]) => `${file}${rank}`);
const u16 = fc.integer({ min: 0, max: 0xffff });

const clientMessage: fc.Arbitrary<ClientMessage> = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), from: square, to: square }),
  fc.record({ kind: fc.constant('split' as const), from: square, to: fc.tuple(square, square) }),
  fc.record({ kind: fc.constant('merge' as const), from: fc.tuple(square, square), to: square }),
  fc.record({ kind: fc.constantFrom('ask-moves', 'ask-splits', 'ask-same', 'ask-entangled'), square }),
  fc.record({ kind: fc.constant('ask-merges' as const), squares: fc.array(square, { minLength: 1, maxLength: 2 }) }),
  fc.record({ kind: fc.constant('chat' as const), text: fc.string({ unit: 'grapheme', maxLength: 40 }) }),
  fc.record({ kind: fc.constant('surrender' as const) }),
);

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const serverMessage: fc.Arbitrary<ServerMessage> = fc.oneof(
  fc.record({
    kind: fc.constant('board' as const),
    pieces: fc.array(
      fc.record({ letter: fc.constantFrom(...'KQTBHP'), white: fc.boolean(), square, probability: u16 }),
      { maxLength: 64 },
    ),
    whiteToMove: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('log' as const), lines: fc.array(text) }),
  fc.record({ kind: fc.constant('sound' as const), sound: fc.constantFrom(...WIRE_SOUNDS) }),
  fc.record({ kind: fc.constant('error' as const), message: text }),
  fc.record({ kind: fc.constant('chat' as const), client: u16, name: text, time: fc.constant('02:32'), text }),
  fc.record({ kind: fc.constant('left' as const), name: text }),
  fc.record({
    kind: fc.constantFrom('moves', 'splits', 'merges', 'same', 'entangled'),
    squares: fc.array(square, { maxLength: 64 }),
  }),
);

describe('the quantum protocol', () => {
  test('carries every message of a client, many in one piece or one in many', () => {
    fc.assert(
      fc.property(fc.array(clientMessage, { maxLength: 5 }), fc.integer({ min: 1, max: 9 }), (messages, size) => {
        const all = Buffer.concat(messages.map(encodeClientMessage));
        expect(readFromClient(inMatch, all).messages).toEqual(messages);
        expect(readInPieces(all, size)).toEqual(messages);
      }),
    );
  });

  test('carries every message of a server', () => {
    fc.assert(
      fc.property(serverMessage, (message) => {
        expect(readFromServer(inMatch, encodeServerMessage(message)).messages).toEqual([message]);
      }),
    );
  });

  test("has the board of the seed's manual: a knight at 50 % on A3, a rook on B8", () => {
    const board: ServerMessage = {
      kind: 'board',
      pieces: [
        { letter: 'H', white: true, square: 'a3', probability: 0x7fff },
        { letter: 'T', white: false, square: 'b8', probability: 0xffff },
      ],
      whiteToMove: true,
    };
    // The manual omits the last byte, the side to move; the original server sends it.
    expect(encodeServerMessage(board)).toEqual(bytes('6c 02 48 01 00 02 7f ff 54 00 01 07 ff ff 01'));
  });

  test('reads a count of merges that is not two as one', () => {
    expect(readFromClient(inMatch, bytes('64 03 00 05')).messages).toEqual([{ kind: 'ask-merges', squares: ['a6'] }]);
  });

  test.each([
    ['65', 'bad-letter'],
    ['00', 'bad-letter'],
    ['6d 08 00 00 00', 'bad-square'],
    ['61 00 ff', 'bad-square'],
    ['63 ff ff', 'too-long'],
  ])('%s from a client is a problem: %s', (hex, problem) => {
    expect(readFromClient(inMatch, bytes(hex)).problem).toBe(problem);
  });

  test('gives what came before a problem', () => {
    const reading = readFromClient(inMatch, bytes('7a 61 00 00 ff'));
    expect(reading).toMatchObject({
      messages: [{ kind: 'surrender' }, { kind: 'ask-moves', square: 'a1' }],
      problem: 'bad-letter',
    });
  });

  test('knows the roles and no others', () => {
    for (const [number, role] of WIRE_ROLES.entries()) {
      const reading = readFromClient({ phase: 'role', rest: new Uint8Array() }, Uint8Array.of(number));
      expect(reading.messages).toEqual([{ kind: 'role', role }]);
    }
    expect(readFromClient({ phase: 'role', rest: new Uint8Array() }, Uint8Array.of(3)).problem).toBe('bad-role');
  });

  test('bounds names and chat, and so what it keeps of half a message', () => {
    const naming: Stream<'name'> = { phase: 'name', rest: new Uint8Array() };
    const name = (length: number) => encodeHandshake({ kind: 'name', name: 'x'.repeat(length) });
    expect(readFromClient(naming, name(0)).messages).toEqual([{ kind: 'name', name: '' }]);
    expect(readFromClient(naming, name(LONGEST_NAME)).problem).toBeUndefined();
    expect(readFromClient(naming, name(LONGEST_NAME + 1)).problem).toBe('too-long');
    const chat = encodeClientMessage({ kind: 'chat', text: 'x'.repeat(LONGEST_CHAT) });
    const half = readFromClient(inMatch, chat.subarray(0, 500));
    expect(half).toMatchObject({ messages: [], problem: undefined });
    expect(half.stream.rest).toHaveLength(500);
    expect(half.stream.rest.buffer.byteLength).toBe(500);
  });

  test('never throws on bytes of any kind', () => {
    const phases = ['choice', 'name', 'role', 'match'] as const;
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.constantFrom(...phases), (noise, phase) => {
        readFromClient({ phase, rest: new Uint8Array() }, noise);
        readFromServer(inMatch, noise);
        readFromServer(newServerStream, noise);
      }),
    );
  });

  test('passes on what is no UTF-8 as it came', () => {
    const naming: Stream<'name'> = { phase: 'name', rest: new Uint8Array() };
    const latin = [...'Peña'].map((character) => character.charCodeAt(0));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: LONGEST_NAME }), (raw) => {
        const said = Uint8Array.of(0, raw.length, ...raw);
        const [message] = readFromClient(naming, said).messages;
        const { name } = message as { readonly name: string };
        expect(encodeServerMessage({ kind: 'left', name })).toEqual(Uint8Array.of(0x65, ...said));
      }),
      { examples: [[Uint8Array.from(latin)], [bytes('ed b3 b1')], [bytes('ef bf bd')], [bytes('ef bb bf 61')]] },
    );
  });

  test('cuts a string that is too long for it between two characters', () => {
    const encoded = encodeServerMessage({ kind: 'error', message: 'é'.repeat(40_000) });
    const [message] = readFromServer(inMatch, encoded).messages;
    expect(message).toEqual({ kind: 'error', message: 'é'.repeat(32_767) });
  });

  test('lists matches with their clients', () => {
    const matches = [{ id: 1, clients: [{ id: 0, name: 'ana', role: 'white' }] }] as const;
    expect(encodeMatchList(matches)).toEqual(bytes('00 01 00 01 00 01 00 00 00 03 61 6e 61 00'));
  });
});

function readInPieces(all: Uint8Array, size: number): unknown[] {
  const messages: unknown[] = [];
  let stream: Stream<'choice' | 'name' | 'role' | 'match'> = inMatch;
  for (let at = 0; at < all.length; at += size) {
    const reading = readFromClient(stream, all.subarray(at, at + size));
    messages.push(...reading.messages);
    stream = reading.stream;
  }
  return messages;
}
