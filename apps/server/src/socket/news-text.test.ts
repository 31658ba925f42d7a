import type { News } from '@chessmith/game';
import { expect, test } from 'vitest';
import { newsText } from './news-text.js';

const about = { node: 'BoardChanged', version: 7, at: '2026-11-15T05:03:50.123Z' };

test.each([
  ['nothing', null],
  ['a word', 'black "and" white'],
  ['pieces alone', { pieces: [{ square: 'e4' }] }],
  ['no pieces', { pieces: [], turn: 'white' }],
  ['pieces that come again', { pieces: [Object.freeze({ square: 'e4', role: 'pawn' })], turn: 'white', check: [] }],
])('news of %s is the JSON it always was', (_, payload) => {
  const news = [{ ...about, payload }] as unknown as News[];
  for (const said of [news, [...news], [...news, ...news]]) expect(newsText(said)).toBe(JSON.stringify(said));
});
