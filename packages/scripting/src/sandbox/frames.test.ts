import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { openFrames } from './frames.js';

/** The messages received from bytes that arrive in chunks of this size. */
async function receivedFrom(bytes: Buffer, pieces: number): Promise<{ messages: unknown[]; broken: number }> {
  const stream = new PassThrough();
  const messages: unknown[] = [];
  let broken = 0;
  openFrames(stream, { received: (message) => messages.push(message), broken: () => broken++ });
  for (let i = 0; i < bytes.length && !stream.destroyed; i += pieces) {
    stream.write(bytes.subarray(i, i + pieces));
    if (i % (pieces * 50) === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await new Promise((resolve) => setImmediate(resolve));
  return { messages, broken };
}

async function sent(messages: readonly unknown[]): Promise<Buffer> {
  const stream = new PassThrough();
  const frames = openFrames(stream, { received() {}, broken() {} });
  stream.removeAllListeners('data');
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  for (const message of messages) frames.send(message);
  await new Promise((resolve) => setImmediate(resolve));
  return Buffer.concat(parts);
}

const MESSAGES = [{ a: 'ü€' }, null, [], 'x'.repeat(5000), 0];

test.each([1, 2, 3, 7, 64, 100_000])('messages arrive whole in chunks of %i bytes', async (pieces) => {
  expect(await receivedFrom(await sent(MESSAGES), pieces)).toEqual({ messages: MESSAGES, broken: 0 });
});

test('an invalid message closes the stream, once', async () => {
  const garbage = Buffer.concat([Buffer.from([3, 0, 0, 0]), Buffer.from('{x}'), await sent([1])]);
  expect(await receivedFrom(garbage, 100)).toEqual({ messages: [], broken: 1 });
  expect(await receivedFrom(Buffer.from([255, 255, 255, 255, 1]), 100)).toEqual({ messages: [], broken: 1 });
});
