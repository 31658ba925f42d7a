import { expect, test } from 'vitest';
import { readFrame } from './read-frame.js';

test('an error has no key that its schema would not allow', () => {
  for (const key of ['', 'k'.repeat(129), 1]) {
    const read = readFrame(JSON.stringify({ type: 'ping', key }));
    expect(read.ok ? read.value : Object.keys(read.error)).toEqual(['refusal']);
  }
});

test('a number with a leading zero is refused', () => {
  const move = '{"type":"command","key":"a","game":"111111111111","command":{"type":"PlayMove","move":"e4","ply":7}}';
  expect(readFrame(move).ok).toBe(true);
  expect(readFrame(move.replace('7', '07')).ok).toBe(false);
});

test.each(['__proto__', '\\u005f_proto__'])('a frame cannot pollute a prototype (%s)', (name) => {
  const read = readFrame(`{"type":"ping","key":"a","${name}":{"person":1}}`);
  expect(read).toEqual({ ok: true, value: { type: 'ping', key: 'a' } });
  expect(read.ok && Object.keys(read.value)).toEqual(['type', 'key']);
});
