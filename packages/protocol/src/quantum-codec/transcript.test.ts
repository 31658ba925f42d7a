import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ClientMessage, encodeClientMessage } from './client-message.js';
import { encodeHandshake, encodeMatchList, encodeRoles, type HandshakeMessage } from './handshake.js';
import { encodeServerMessage, type ServerMessage } from './server-message.js';
import {
  afterChoice,
  newClientStream,
  newServerStream,
  readFromClient,
  readFromServer,
  type ServerGreeting,
} from './streams.js';

type Line = { readonly who: string; readonly fromClient: boolean; readonly bytes: Uint8Array; readonly said: string };

/** A recorded session with the original server: client, direction and bytes. */
const LINES: readonly Line[] = readFileSync(
  new URL('../../../../testdata/quantum-tcp-transcript.hex', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => {
    const [, who, way, hex, said] = /^(\S+)\s+(\S+)\s+((?:[0-9a-f]{2} ?)+)\s*;\s*(.*)$/.exec(line)!;
    return {
      who: who!,
      fromClient: way === 'C>S',
      bytes: Uint8Array.from(Buffer.from(hex!.replaceAll(' ', ''), 'hex')),
      said: said!,
    };
  });

const PEOPLE = [...new Set(LINES.map(({ who }) => who))];

describe('a session recorded with the original server', () => {
  test('has five clients and 110 messages', () => {
    expect(PEOPLE).toEqual(['white', 'black', 'spect', 'black2', 'new']);
    expect(LINES).toHaveLength(110);
  });

  test.each(PEOPLE)('is understood and written again byte for byte, as %s sees it', (who) => {
    let toServer = newClientStream;
    let toClient = newServerStream;
    for (const { fromClient, bytes, said } of LINES.filter((line) => line.who === who)) {
      if (fromClient) {
        const reading = readFromClient(toServer, bytes);
        expect(reading, said).toMatchObject({ problem: undefined, stream: { rest: new Uint8Array() } });
        expect(reading.messages, said).toHaveLength(1);
        expect(encodeFromClient(reading.messages[0]!), said).toEqual(bytes);
        if (reading.stream.phase === 'name') toClient = afterChoice(toClient);
        toServer = reading.stream;
      } else {
        const reading = readFromServer(toClient, bytes);
        expect(reading, said).toMatchObject({ problem: undefined, stream: { rest: new Uint8Array() } });
        expect(reading.messages, said).toHaveLength(1);
        expect(encodeFromServer(reading.messages[0]!), said).toEqual(bytes);
        toClient = reading.stream;
      }
    }
  });

  test('reads the same however its bytes are cut', () => {
    for (const who of PEOPLE) {
      const bytes = Buffer.concat(
        LINES.filter((line) => line.who === who && line.fromClient).map((line) => line.bytes),
      );
      const whole = readFromClient(newClientStream, bytes).messages;
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (sizes) => {
          const messages: (HandshakeMessage | ClientMessage)[] = [];
          let stream = newClientStream;
          for (let at = 0, i = 0; at < bytes.length; i++) {
            const size = sizes[i % sizes.length]!;
            const reading = readFromClient(stream, bytes.subarray(at, at + size));
            expect(reading.problem).toBeUndefined();
            messages.push(...reading.messages);
            stream = reading.stream;
            at += size;
          }
          expect(messages).toEqual(whole);
        }),
        { numRuns: 30 },
      );
    }
  });

  test('means what it says', () => {
    const said = LINES.filter(({ who, fromClient }) => who === 'black' && fromClient).map(({ bytes }) => bytes);
    const { messages } = readFromClient(newClientStream, Buffer.concat(said));
    expect(messages).toEqual([
      { kind: 'refresh' },
      { kind: 'join', match: 1 },
      { kind: 'name', name: 'bob' },
      { kind: 'role', role: 'black' },
      { kind: 'ask-splits', square: 'b8' },
      { kind: 'split', from: 'b8', to: ['a6', 'c6'] },
      { kind: 'ask-same', square: 'a6' },
      { kind: 'ask-entangled', square: 'a6' },
      { kind: 'ask-merges', squares: ['a6'] },
      { kind: 'ask-merges', squares: ['c6', 'a6'] },
      { kind: 'merge', from: ['a6', 'c6'], to: 'b8' },
    ]);
  });
});

function encodeFromClient(message: HandshakeMessage | ClientMessage): Uint8Array {
  switch (message.kind) {
    case 'create':
    case 'refresh':
    case 'join':
    case 'name':
    case 'role':
      return encodeHandshake(message);
    default:
      return encodeClientMessage(message);
  }
}

function encodeFromServer(message: ServerGreeting | ServerMessage): Uint8Array {
  if (message.kind === 'matches') return encodeMatchList(message.matches);
  return message.kind === 'roles' ? encodeRoles(message.roles) : encodeServerMessage(message);
}
