import { expect, test } from 'vitest';
import { createFrameCounter } from './frame-counter.js';

/** A masked frame with a payload of this many bytes. */
function frame(first: number, size: number): Buffer {
  const header = size < 126 ? [0x80 | size] : size < 65_536 ? [0xfe, size >> 8, size & 0xff] : longLength(size);
  return Buffer.concat([Buffer.from([first, ...header]), Buffer.alloc(4 + size, 0x8a)]);
}

function longLength(size: number): number[] {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(size));
  return [0xff, ...bytes];
}

const FRAMES = [
  frame(0x81, 5),
  frame(0x8a, 0),
  frame(0x89, 125),
  frame(0x01, 300),
  frame(0x00, 0),
  frame(0x80, 70_000),
  frame(0x82, 126),
];
const STREAM = Buffer.concat(FRAMES);

test.each([1, 2, 3, 7, 64, 1000, STREAM.length])(
  'frames of every kind are counted once in chunks of %i bytes',
  (size) => {
    const framesIn = createFrameCounter();
    let frames = 0;
    for (let at = 0; at < STREAM.length; at += size) frames += framesIn(STREAM.subarray(at, at + size));
    expect(frames).toBe(FRAMES.length);
  },
);

test('a frame counts in the chunk in which it starts', () => {
  const framesIn = createFrameCounter();
  const text = frame(0x81, 10);
  expect([framesIn(text.subarray(0, 1)), framesIn(text.subarray(1)), framesIn(text)]).toEqual([1, 0, 1]);
});
