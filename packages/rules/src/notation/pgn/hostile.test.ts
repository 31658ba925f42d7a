import { describe, expect, test } from 'vitest';
import type { PgnReading } from './game-assembler.js';
import { formatPgn, parsePgn } from './pgn.js';
import type { PgnProblem } from './problem.js';
import { PgnReader } from './reader.js';

const MILLION = 1_000_000;
const MANY = 300_000;
/** A quadratic reader would need hours. */
const NEXT = '\n\n[Event "next"]\n\n1. d4 d5 1-0\n';

const refused = (code: PgnProblem, line: number, column: number, limit?: number) => ({
  ok: false,
  error: { code, facts: { line, column, ...(limit !== undefined && { limit }) } },
});
const NEXT_GAME = {
  ok: true,
  value: { tags: [{ name: 'Event', value: 'next' }], line: { moves: ['d4', 'd5'] }, result: '1-0' },
};

const inChunks = (text: string, size: number): PgnReading[] => {
  const reader = new PgnReader();
  const games: PgnReading[] = [];
  for (let i = 0; i < text.length; i += size) games.push(...reader.read(text.slice(i, i + size)));
  return [...games, ...reader.end()];
};

describe('a game over a limit is refused at that place, and the next one is read', () => {
  test.each<[name: string, text: string, problem: PgnProblem, line: number, column: number, limit: number]>([
    ['a million open parentheses', `1. e4 ${'('.repeat(MILLION)}`, 'pgn/variation-misplaced', 1, 8, 0],
    ['a million nested variations', `1. e4 ${'(e4 '.repeat(MILLION)}`, 'pgn/nesting-too-deep', 1, 7 + 4 * 128, 128],
    [
      'many nested variations, closed',
      `1. e4 ${'(e4 '.repeat(MANY)}${')'.repeat(MANY)} *`,
      'pgn/nesting-too-deep',
      1,
      7 + 4 * 128,
      128,
    ],
    [
      'a comment of a million characters',
      `1. e4\n{${'a '.repeat(MILLION / 2)}} *`,
      'pgn/comment-too-long',
      2,
      1,
      65_536,
    ],
    ['a comment that never ends', `1. e4\n {${'a '.repeat(MILLION / 2)}`, 'pgn/comment-too-long', 2, 2, 65_536],
    ['a comment of many lines', `1. e4 {${'\n'.repeat(MANY)}} *`, 'pgn/comment-too-long', 1, 7, 65_536],
    ['a line that never ends', `1. e4 ;${'a'.repeat(MANY)}`, 'pgn/comment-too-long', 1, 7, 65_536],
    ['a million tags', '[A "b"]\n'.repeat(MILLION), 'pgn/too-many-tags', 257, 1, 256],
    ['many tags on one line', `${'[A "b"]'.repeat(MANY)}\n\n1. e4 *`, 'pgn/too-many-tags', 1, 1 + 7 * 256, 256],
    ['a tag of a million characters', `[A "${'b'.repeat(MILLION)}"]\n\n1. e4 *`, 'pgn/tag-too-long', 1, 1, 8_192],
    ['a tag of many quotes', `[A ${'"'.repeat(MANY)}]\n\n1. e4 *`, 'pgn/tag-too-long', 1, 1, 8_192],
    ['a tag that never ends', `[A "${'\\"'.repeat(MANY)}`, 'pgn/tag-too-long', 1, 1, 8_192],
    ['a move of many characters', `1. ${'e'.repeat(MANY)} *`, 'pgn/token-too-long', 1, 4, 255],
    ['a number of many digits', `${'1'.repeat(MANY)}. e4 *`, 'pgn/token-too-long', 1, 1, 255],
    ['many dots', `1${'.'.repeat(MANY)} e4 *`, 'pgn/token-too-long', 1, 1, 255],
    ['a glyph of many digits', `1. e4 $${'1'.repeat(MANY)} *`, 'pgn/token-too-long', 1, 7, 255],
    ['many moves', `1. ${'e4 '.repeat(MANY)} *`, 'pgn/too-many-items', 1, 4 + 3 * 250_000, 250_000],
    ['many glyphs', `1. e4${'!!'.repeat(MANY)} *`, 'pgn/too-many-items', 1, 6 + 2 * 249_999, 250_000],
    ['many comments', `1. e4 ${'{a}'.repeat(MANY)} *`, 'pgn/too-many-items', 1, 7 + 3 * 249_999, 250_000],
    ['many variations', `1. e4 ${'(d4)'.repeat(MANY)} *`, 'pgn/too-many-items', 1, 8 + 4 * 124_999, 250_000],
    [
      'a game of many long comments',
      `1. e4 ${`{${'a'.repeat(65_000)}}`.repeat(300)} *`,
      'pgn/game-too-long',
      1,
      7 + 258 * 65_002,
      16_777_216,
    ],
  ])('%s', (_, text, problem, line, column, limit) => {
    const expected = [refused(problem, line, column, limit === 0 ? undefined : limit), NEXT_GAME];
    const games = parsePgn(text + NEXT);
    expect(games).toMatchObject(expected);
    expect(games).toHaveLength(2);
    expect(inChunks(text + NEXT, 60_001)).toEqual(games);
  });
});

describe('endless text that is not a game', () => {
  test.each<[name: string, text: string, count: number]>([
    ['lost braces', '1. e4 {\n\n[A "b"]\n'.repeat(30_000), 30_001],
    ['empty tags', '[A]\n'.repeat(MANY), 1],
    ['closing parentheses', ')'.repeat(MANY), 1],
    ['closing braces', '}'.repeat(MANY), 1],
    ['brackets', '['.repeat(MANY), 1],
    ['brackets on lines', '[\n'.repeat(MANY), 1],
    ['results', '*'.repeat(MANY), 1],
    ['results on lines', '*\n'.repeat(50_000), 50_000],
    ['refused games on one line', '1. e4 ) * '.repeat(30_000), 30_000],
    ['empty lines', '\n'.repeat(MANY), 0],
    ['escaped lines', '%\n'.repeat(MANY), 0],
    ['spaces', ' '.repeat(MANY), 0],
    ['byte order marks', '\uFEFF'.repeat(MANY), 0],
    ['zeros', '\0'.repeat(MANY), 0],
  ])('%s', (_, text, count) => {
    expect(parsePgn(text)).toHaveLength(count);
    expect(inChunks(text, 4_099)).toHaveLength(count);
  });
});

test('a comment within the limits may come one character at a time', () => {
  const reader = new PgnReader();
  for (const character of `1. e4 {${'a\n'.repeat(32_000)}} *\n`) {
    const [game] = reader.read(character);
    if (game === undefined) continue;
    expect(game).toMatchObject({ ok: true, value: { result: '*' } });
    return;
  }
  expect.unreachable();
});

test.each(['{', ';', '{\n'])('a token opened by %j is dropped once it is too long, even if it never ends', (open) => {
  const text = `1. e4 ${open}${'a'.repeat(100_000)}`;
  expect(parsePgn(text)).toMatchObject([refused('pgn/comment-too-long', 1, 7, 65_536)]);
  expect(inChunks(text, 10)).toEqual(parsePgn(text));
});

test('limits can be set individually', () => {
  expect(parsePgn('1. e4 {12345} *', { maxCommentLength: 4 })).toMatchObject([
    refused('pgn/comment-too-long', 1, 7, 4),
  ]);
  expect(parsePgn('1. e4 {1234} *', { maxCommentLength: 4 })).toMatchObject([{ ok: true }]);
});

test('a tree as deep as memory allows is written without recursion', () => {
  let line = { before: [], moves: ['e4'], notes: [] as { at: number; nags: []; comments: []; variations: object[] }[] };
  for (let i = 0; i < 100_000; i++) {
    line = { before: [], moves: ['e4'], notes: [{ at: 0, nags: [], comments: [], variations: [line] }] };
  }
  const text = formatPgn({ tags: [], line: line as never, result: '*' });
  expect(text.split('\n').every((row) => row.length <= 80)).toBe(true);
  expect(parsePgn(text, { maxDepth: 100_000 })).toMatchObject([{ ok: true, value: { result: '*' } }]);
});
