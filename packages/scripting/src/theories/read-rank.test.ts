import { expect, test } from 'vitest';
import { readRank } from './read-rank.js';

const asked = { name: 'go', shape: 'leaps', board: { files: 2, ranks: 3 }, rank: 1 } as const;
const done = { why: 'done' };
const nowhere = { to: [], end: done };

test('the answers from a rank are squares, file by file', () => {
  const answer = [{ to: [[0, 2], [1, 0], [0, 2]], end: done }, nowhere]; // biome-ignore format: three squares
  expect(readRank(JSON.stringify(answer), asked)).toEqual({ ok: true, value: [[['a3', 'b1']], []] });
});

test.each([
  ['no JSON', '['],
  ['too few squares', JSON.stringify([nowhere])],
  ['too many squares', JSON.stringify([nowhere, nowhere, nowhere])],
  ['a file off the board', JSON.stringify([{ to: [[2, 0]], end: done }, nowhere])],
  ['a rank off the board', JSON.stringify([{ to: [[0, 3]], end: done }, nowhere])],
  ['a fraction', JSON.stringify([{ to: [[0.5, 0]], end: done }, nowhere])],
  ['an unknown field', JSON.stringify([{ ...nowhere, by: 'stranger' }, nowhere])],
  ['a flood', JSON.stringify([{ to: Array(514).fill([0, 0]), end: done }, nowhere])],
])('%s is refused', (_, text) => {
  expect(readRank(text, asked)).toMatchObject({
    ok: false,
    error: { code: 'ruleset/theory-unreadable', facts: { path: 'theories.go' } },
  });
});
