import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { createFrameCounter } from './frame-counter.js';

/** Events of the receiving side. */
export type ReceiveEvents = {
  /** Called with the number of frames in each chunk. If it returns false, reading stops. */
  mayRead(frames: number): boolean;
  text(text: string): void;
  /** A binary message arrived. */
  binary(bytes: string): void;
};

/**
 * Receives frames. Almost all are short ASCII text, one frame per chunk: these are read directly from the raw stream.
 * Everything else, and everything after an incomplete frame, goes to the `ws` library.
 */
export function receiveFrames(socket: WebSocket, raw: Duplex, { mayRead, text, binary }: ReceiveEvents): void {
  socket.on('message', (message, isBinary) => {
    if (socket.readyState === socket.OPEN) (isBinary ? binary : text)(String(message));
  });
  const library = raw.listeners('data') as ((chunk: Buffer) => void)[];
  const framesIn = createFrameCounter();
  let isBetweenFrames = true;
  let isFlooded = false;
  const onData = (chunk: Buffer): void => {
    if (isFlooded) return;
    const isOpen = isBetweenFrames && socket.readyState === socket.OPEN;
    const asciiText = isOpen ? plainText(chunk) : null;
    if (!mayRead(asciiText === null ? framesIn(chunk) : 1)) {
      isFlooded = true;
      // Stops reading, so that the sender is blocked until the connection is closed.
      raw.pause();
    } else if (asciiText !== null) {
      text(asciiText);
    } else {
      if (isOpen) isBetweenFrames = endsWithMessage(chunk);
      for (const listener of library) listener.call(raw, chunk);
    }
  };
  const stop = (): void => void raw.off('data', onData);
  raw.on('data', onData);
  for (const listener of library) raw.off('data', listener);
  // If `ws` stops listening, we stop as well.
  socket.on('error', stop);
  raw.prependListener('close', stop);
}

/** First byte of an unfragmented text frame, and the bits of the first two bytes (RFC 6455, 5.2). */
const WHOLE_TEXT = 0x81;
const IS_LAST = 0x80;
const IS_MASKED = 0x80;
const LENGTH = 0x7f;
const LENGTH_FOLLOWS = 126;
const MASK_BYTES = 4;
const LAST_ASCII = 0x7f;

const scratch = Buffer.allocUnsafeSlow(4096);

/** The text of a chunk that is exactly one short ASCII text frame; null otherwise. */
export function plainText(chunk: Buffer): string | null {
  if (chunk[0] !== WHOLE_TEXT || frameEnd(chunk, 0) !== chunk.length) return null;
  const start = payloadStart(chunk, 0);
  const length = chunk.length - start;
  if (length > scratch.length) return null;
  let bits = 0;
  for (let i = 0; i < length; i++) {
    const byte = chunk[start + i]! ^ chunk[start - MASK_BYTES + (i & 3)]!;
    scratch[i] = byte;
    bits |= byte;
  }
  return bits > LAST_ASCII ? null : scratch.toString('latin1', 0, length);
}

/** Whether a chunk that starts with a frame contains only complete messages. */
export function endsWithMessage(chunk: Buffer): boolean {
  let at = 0;
  while (at < chunk.length) {
    if ((chunk[at]! & IS_LAST) === 0) return false;
    at = frameEnd(chunk, at);
  }
  return at === chunk.length;
}

const payloadStart = (chunk: Buffer, at: number): number =>
  at + MASK_BYTES + ((chunk[at + 1]! & LENGTH) === LENGTH_FOLLOWS ? 4 : 2);

/** Index after the masked frame at `at`, possibly past the chunk; Infinity if unmasked or over 64 KB. */
function frameEnd(chunk: Buffer, at: number): number {
  const second = chunk[at + 1];
  if (second === undefined || (second & IS_MASKED) === 0) return Number.POSITIVE_INFINITY;
  const length = second & LENGTH;
  if (length < LENGTH_FOLLOWS) return payloadStart(chunk, at) + length;
  if (length > LENGTH_FOLLOWS || at + 4 > chunk.length) return Number.POSITIVE_INFINITY;
  return payloadStart(chunk, at) + chunk.readUInt16BE(at + 2);
}
