import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { BYTES_PER_STATE, packPosition, sharePosition, unpackPosition } from './packed.js';
import { quantumReferee } from './referee.js';

const referee = quantumReferee();
const noChance = { int: () => 0, real: () => 0.25 };
const after = (...moves: readonly string[]) =>
  moves.reduce(
    (before, move) => unwrap(referee.judge(before, move, noChance)).after,
    unwrap(referee.start({}, noChance)).position,
  );

test('a position survives the transfer to another thread', () => {
  const here = after('b1^a3c3', 'b8^a6c6', 'a3b5', 'a6b4', 'b5a3', 'b4a6');
  const there = unpackPosition(structuredClone(packPosition(sharePosition(here))));
  expect(referee.snapshot(there)).toEqual(referee.snapshot(here));
  expect(referee.view(there, { kind: 'all' })).toEqual(referee.view(here, { kind: 'all' }));
  const [on, onThere] = [here, there].map((position) => unwrap(referee.judge(position, 'a3c3^b5', noChance)));
  expect(onThere).toEqual(on);
});

test('its states are shared, not copied', () => {
  const { wave } = sharePosition(after('b1^a3c3')).board;
  const memory = wave.re.buffer;
  expect(memory).toBeInstanceOf(SharedArrayBuffer);
  expect([wave.im, wave.lo, wave.hi, wave.label].every(({ buffer }) => buffer === memory)).toBe(true);
  expect(memory.byteLength).toBe(2 * BYTES_PER_STATE);
});

test('a ruling can be sent without the known history', () => {
  const here = after('b1^a3c3', 'b8^a6c6');
  const { history, ...rest } = packPosition(here);
  expect(unpackPosition({ ...rest, history: history.slice(0, 1) }, here.history.before)).toEqual(here);
});
