import type { api } from '@chessmith/protocol';
import { expect, test } from 'vitest';
import { headline, reason, score } from './ends.js';

const win = (cause: string, rule?: string) => ({ kind: 'win', winner: 'white', cause, rule }) as api.GameEnd;
const draw = (cause: string) => ({ kind: 'draw', cause }) as api.GameEnd;

test.each([
  [win('checkmate'), '1–0', 'White wins', 'Black is checkmated.'],
  [win('surrender'), '1–0', 'White wins', 'Black resigned.'],
  [win('timeout'), '1–0', 'White wins', 'Black ran out of time.'],
  [win('variant-end', 'king-on-hill'), '1–0', 'White wins', "White's king reached the hill."],
  [draw('agreement'), '½–½', 'Draw', 'Both sides agreed.'],
  [draw('stalemate'), '½–½', 'Draw', 'Stalemate: no legal move, and no check.'],
  [draw('timeout'), '½–½', 'Draw', 'Time ran out, but the other side could not have won.'],
  [{ kind: 'none', cause: 'aborted' } as api.GameEnd, '', 'No result', 'The game was aborted before both had moved.'],
])('%j', (end, points, title, why) => {
  expect([score(end), headline(end, []), reason(end)]).toEqual([points, title, why]);
});

test('players are told how it ended for them', () => {
  expect(headline(win('checkmate'), ['white'])).toBe('You win');
  expect(headline(win('checkmate'), ['black'])).toBe('You lose');
  expect(headline(win('checkmate'), ['white', 'black'])).toBe('White wins');
});
