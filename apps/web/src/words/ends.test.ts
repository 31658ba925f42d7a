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
  [
    { kind: 'none', cause: 'aborted', why: 'first-move-missed' } as api.GameEnd,
    ...['', 'No result', 'The game was aborted: no first move in time.'],
  ],
] as [api.GameEnd, string, string, string][])('%j', (end, points, title, why) => {
  expect([score(end), headline(end, []), reason(end)]).toEqual([points, title, why]);
});

test('rules that somebody wrote say why, and where they do not it is said that they ended the game', () => {
  const end = win('variant-end', 'script');
  expect(reason(end, { reason: 'the end of the road', plyCap: 200 })).toBe('The end of the road.');
  expect(reason(end, { reason: 'Ten points!' })).toBe('Ten points!');
  expect(reason(end, { plyCap: 200 })).toBe('The rules of this game ended it.');
  const capped = { ...draw('move-rule'), rule: 'ply-cap' } as api.GameEnd;
  expect(reason(capped, { plyCap: 40 })).toBe('Nobody had won when the limit of 40 moves was reached.');
  const failed = { kind: 'none', cause: 'rules-failed', why: 'script/timeout' } as api.GameEnd;
  expect(reason(failed)).toBe('The rules of this game failed, so nobody wins. They took too long to answer.');
  const raised = { ...failed, why: 'The rule script failed: Error: no such piece (line 11)' } as api.GameEnd;
  expect(reason(raised)).toBe('The rules of this game failed, so nobody wins. Error: no such piece (line 11).');
});

test('players are told how it ended for them', () => {
  expect(headline(win('checkmate'), ['white'])).toBe('You win');
  expect(headline(win('checkmate'), ['black'])).toBe('You lose');
  expect(headline(win('checkmate'), ['white', 'black'])).toBe('White wins');
});
