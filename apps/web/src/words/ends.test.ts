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
  [win('variant-end', 'checks-given'), '1–0', 'White wins', 'White gave enough checks.'],
  [{ ...draw('move-rule'), rule: 'seventy-five-moves' }, '½–½', 'Draw', 'Draw by the 75-move rule.'],
  [draw('agreement'), '½–½', 'Draw', 'The players agreed to a draw.'],
  [draw('stalemate'), '½–½', 'Draw', 'Stalemate: no legal move, and no check.'],
  [draw('timeout'), '½–½', 'Draw', 'Time ran out, but the opponent could not have won.'],
  [
    { kind: 'none', cause: 'aborted' } as api.GameEnd,
    '',
    'No result',
    'The game was aborted before both players had moved.',
  ],
  [
    { kind: 'none', cause: 'aborted', why: 'first-move-missed' } as api.GameEnd,
    ...['', 'No result', 'The game was aborted: the first move did not come in time.'],
  ],
] as [api.GameEnd, string, string, string][])('%j', (end, points, title, why) => {
  expect([score(end), headline(end, []), reason(end)]).toEqual([points, title, why]);
});

test('a script gives its own reason; without one the rules of the variant ended the game', () => {
  const end = win('variant-end', 'script');
  expect(reason(end, { reason: 'the end of the road', plyCap: 200 })).toBe('The end of the road.');
  expect(reason(end, { reason: 'Ten points!' })).toBe('Ten points!');
  expect(reason(end, { plyCap: 200 })).toBe('The rules of this variant ended the game.');
  const capped = { ...draw('move-rule'), rule: 'ply-cap' } as api.GameEnd;
  expect(reason(capped, { plyCap: 40 })).toBe('No winner within the limit of 40 moves.');
  const failed = { kind: 'none', cause: 'rules-failed', why: 'script/timeout' } as api.GameEnd;
  expect(reason(failed)).toBe(
    'The rules of this variant failed, so there is no winner. The script took too long to answer.',
  );
  const raised = { ...failed, why: 'The rule script failed: Error: no such piece (line 11)' } as api.GameEnd;
  expect(reason(raised)).toBe(
    'The rules of this variant failed, so there is no winner. Error: no such piece (line 11).',
  );
});

test('players of one side read whether they won', () => {
  expect(headline(win('checkmate'), ['white'])).toBe('You win');
  expect(headline(win('checkmate'), ['black'])).toBe('You lose');
  expect(headline(win('checkmate'), ['white', 'black'])).toBe('White wins');
});

test('three-check names the number of checks', () => {
  expect(reason(win('variant-end', 'checks-given'), { checksGiven: { white: 3, black: 1 } })).toBe(
    'White gave 3 checks.',
  );
});
