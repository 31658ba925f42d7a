import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A connection that sends any bytes, well-formed or not. */
export type RawSocket = {
  readonly socket: Socket;
  send(bytes: string | Buffer): void;
  /** Everything received until the other side closed. */
  readonly rest: Promise<Buffer>;
};

export async function openRaw(address: string): Promise<RawSocket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const received: Buffer[] = [];
  socket.on('data', (bytes) => received.push(bytes));
  socket.on('error', () => undefined);
  const rest = new Promise<Buffer>((resolve) => socket.on('close', () => resolve(Buffer.concat(received))));
  await new Promise<void>((resolve) => socket.on('connect', () => resolve()));
  return { socket, send: (bytes) => void socket.write(bytes), rest };
}

/** A WebSocket after its handshake; its frames are written as raw bytes. */
export async function openRawWebSocket(address: string): Promise<RawSocket> {
  const raw = await openRaw(address);
  const welcomed = new Promise<void>((resolve) => raw.socket.once('data', () => resolve()));
  raw.send(
    `GET /api/socket HTTP/1.1\r\nHost: ${new URL(address).host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n',
  );
  await welcomed;
  return raw;
}

/** The code of the close frame at the end of the received bytes; 0 if there is none. */
export function closingCode(received: Buffer): number {
  // A close frame is sent last: 0x88, its length below 126, then the code.
  for (let at = received.length - 4; at >= 0; at--) {
    if (received[at] === 0x88 && received[at + 1] === received.length - at - 2) return received.readUInt16BE(at + 2);
  }
  return 0;
}

/** A masked frame as a client sends it; the mask is all zeros. */
export function frame(first: number, payload: Buffer | string, length = Buffer.byteLength(payload)): Buffer {
  const bytes = Buffer.from(payload);
  const head =
    length < 126
      ? Buffer.from([first, 0x80 | length])
      : length < 65_536
        ? Buffer.from([first, 0x80 | 126, length >> 8, length & 255])
        : Buffer.concat([Buffer.from([first, 0x80 | 127]), longLength(length)]);
  return Buffer.concat([head, Buffer.alloc(4), bytes]);
}

function longLength(length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(length));
  return bytes;
}
