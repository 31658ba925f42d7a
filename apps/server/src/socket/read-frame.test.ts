import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFrame } from './read-frame.js';

const sometimesOdd = (usual: fc.Arbitrary<string>) => fc.oneof({ weight: 4, arbitrary: usual }, fc.string());
const ply = fc.oneof(fc.nat(), fc.constantFrom(-1, 1.5, 2 ** 60, '3', null, undefined));
const frames = fc.record({
  type: fc.constant('command'),
  key: sometimesOdd(fc.stringMatching(/^[\w:.-]{1,130}$/)),
  game: sometimesOdd(fc.stringMatching(/^[0-9A-Za-z]{11,13}$/)),
  command: fc.record({
    type: fc.constantFrom('PlayMove', 'Promote'),
    move: sometimesOdd(fc.stringMatching(/^[a-h][1-8][a-h][1-8][qrbn]?$/)),
    ply,
  }),
});

test('a move is read the same with and without white space', () => {
  const texts: string[] = [];
  fc.assert(
    fc.property(frames, (frame) => {
      const read = readFrame(JSON.stringify(frame));
      expect(read).toEqual(readFrame(JSON.stringify(frame, null, 1)));
      if (read.ok) texts.push(read.value.key);
    }),
    { numRuns: 500, seed: 5 },
  );
  expect(texts.length).toBeGreaterThan(20);
});

test('an error has no key that its schema would not allow', () => {
  for (const key of ['', 'k'.repeat(129), 1]) {
    const read = readFrame(JSON.stringify({ type: 'ping', key }));
    expect(read.ok ? read.value : Object.keys(read.error)).toEqual(['refusal']);
  }
});

test('text that only resembles a move frame is refused', () => {
  const move = '{"type":"command","key":"a","game":"111111111111","command":{"type":"PlayMove","move":"e4","ply":7}}';
  expect(readFrame(move).ok).toBe(true);
  expect(readFrame(move.replace('7', '07')).ok).toBe(false);
});

test.each(['__proto__', '\\u005f_proto__'])('a frame cannot pollute a prototype (%s)', (name) => {
  const read = readFrame(`{"type":"ping","key":"a","${name}":{"person":1}}`);
  expect(read).toEqual({ ok: true, value: { type: 'ping', key: 'a' } });
  expect(read.ok && Object.keys(read.value)).toEqual(['type', 'key']);
});
