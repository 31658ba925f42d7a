import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { endsWithMessage, plainText, receiveFrames } from './receive.js';

const TEXT = 0x81;
const FIRST_FRAGMENT = 0x01;
const CONTINUATION = 0x00;
const LAST_CONTINUATION = 0x80;
const BINARY = 0x82;
const CLOSE = 0x88;
const PING = 0x89;
const PONG = 0x8a;

const MOST_FRAMES = 6;

const MASK = Buffer.from([0x11, 0x92, 0x43, 0xf4]);
const NO_MASK = Buffer.alloc(4);

/** A masked frame of a client. */
function frame(first: number, payload: string | Buffer, mask = MASK): Buffer {
  const bytes = Buffer.from(payload);
  const length = bytes.length < 126 ? [0x80 | bytes.length] : [0x80 | 126, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from([first, ...length]), mask, bytes.map((byte, i) => byte ^ mask[i & 3]!)]);
}

/** Splits bytes into two chunks. */
function cutBefore(bytes: Buffer, part: Buffer): Buffer[] {
  const at = bytes.indexOf(part);
  return [bytes.subarray(0, at), bytes.subarray(at)];
}

/** A raw connection; returns what the server receives for each chunk. */
async function connected() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: 8192 });
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const stream = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void stream.destroy());
  stream.setNoDelay();
  stream.write(
    `GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
  );
  const [socket, request] = (await once(server, 'connection')) as [WebSocket, { socket: Duplex }];
  const received: string[] = [];
  let left = MOST_FRAMES;
  receiveFrames(socket, request.socket, {
    mayRead(frames) {
      left -= frames;
      return left >= 0;
    },
    text: (text) => received.push(text),
    binary: () => received.push('(bytes)'),
  });
  socket.on('ping', () => received.push('(ping)'));
  socket.on('error', (error) => received.push(`(${(error as Error & { code: string }).code})`));
  socket.on('close', () => received.push('(gone)'));
  return {
    received,
    /** Sends chunks one after the other, so that each arrives separately. */
    async send(...chunks: readonly Buffer[]) {
      for (const chunk of chunks) {
        stream.write(chunk);
        await pause(15);
      }
    },
    disconnect: () => void stream.end(),
  };
}

test.each([
  ['a text', [frame(TEXT, '{"a":1}')], ['{"a":1}']],
  ['an empty text', [frame(TEXT, '')], ['']],
  ['a text that is not short', [frame(TEXT, 'x'.repeat(4000))], ['x'.repeat(4000)]],
  ['a long text', [frame(TEXT, 'x'.repeat(6000))], ['x'.repeat(6000)]],
  ['text beyond ASCII', [frame(TEXT, 'Zug für Zug ♞'), frame(TEXT, 'e4')], ['Zug für Zug ♞', 'e4']],
  ['several in one chunk', [Buffer.concat([frame(TEXT, 'a'), frame(TEXT, 'b')]), frame(TEXT, 'c')], ['a', 'b', 'c']],
  ['a ping between texts', [frame(TEXT, 'a'), frame(PING, ''), frame(TEXT, 'b')], ['a', '(ping)', 'b']],
  [
    'a fragmented message',
    [frame(FIRST_FRAGMENT, 'to'), frame(CONTINUATION, 'ge'), frame(LAST_CONTINUATION, 'ther'), frame(TEXT, 'next')],
    ['together', 'next'],
  ],
  [
    'a frame split anywhere',
    [...Array.from(frame(TEXT, 'cut'), (byte) => Buffer.from([byte])), frame(TEXT, 'next')],
    ['cut', 'next'],
  ],
  [
    'a frame and the start of another',
    [Buffer.concat([frame(TEXT, 'a'), frame(TEXT, 'bc').subarray(0, 5)]), frame(TEXT, 'bc').subarray(5)],
    ['a', 'bc'],
  ],
  [
    'bytes that resemble a text frame inside a split message',
    cutBefore(
      frame(BINARY, Buffer.concat([Buffer.from('cut'), frame(TEXT, 'no text')]), NO_MASK),
      frame(TEXT, 'no text'),
    ),
    ['(bytes)'],
  ],
  ['a text inside a fragmented text', [frame(FIRST_FRAGMENT, 'to'), frame(TEXT, 'e4')], ['(WS_ERR_INVALID_OPCODE)']],
  ['bytes', [frame(BINARY, Buffer.from([1, 2]))], ['(bytes)']],
  ['invalid UTF-8', [frame(TEXT, Buffer.from([0xff, 0xfe])), frame(TEXT, 'after')], ['(WS_ERR_INVALID_UTF8)']],
  ['an unmasked frame', [Buffer.from([TEXT, 1, 0x61]), frame(TEXT, 'after')], ['(WS_ERR_EXPECTED_MASK)']],
  [
    'a frame that is too large',
    [frame(TEXT, 'x'.repeat(9000)), frame(TEXT, 'after')],
    ['(WS_ERR_UNSUPPORTED_MESSAGE_LENGTH)'],
  ],
])('%s is received like by the library', async (_name, chunks, expected) => {
  const { received, send, disconnect } = await connected();
  await send(...chunks);
  disconnect();
  await expect.poll(() => received).toEqual([...expected, '(gone)']);
});

test('messages after a close frame are ignored', async () => {
  const { received, send } = await connected();
  await send(frame(TEXT, 'before'), frame(CLOSE, Buffer.from([0x03, 0xe8])), frame(TEXT, 'after'));
  expect(received).toEqual(['before']);
});

test('a chunk with too many frames is ignored, and so are later chunks', async () => {
  const { received, send } = await connected();
  const pongs = Buffer.concat(Array.from({ length: MOST_FRAMES }, () => frame(PONG, '')));
  await send(frame(TEXT, 'before'), pongs, frame(TEXT, 'after'));
  expect(received).toEqual(['before']);
});

test('a chunk with one short text is read without the library, and incomplete chunks are detected', () => {
  expect(plainText(frame(TEXT, 'e4'))).toBe('e4');
  expect(plainText(frame(TEXT, 'é'))).toBeNull();
  expect(plainText(frame(TEXT, 'e4').subarray(0, 7))).toBeNull();
  expect(endsWithMessage(Buffer.concat([frame(PING, ''), frame(TEXT, 'é')]))).toBe(true);
  expect(endsWithMessage(frame(TEXT, 'e4').subarray(0, 1))).toBe(false);
  expect(endsWithMessage(frame(FIRST_FRAGMENT, 'e'))).toBe(false);
});
