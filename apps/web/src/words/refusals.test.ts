import { OBJECTION_TEXTS } from '@chessmith/quantum';
import { expect, test } from 'vitest';
import { sentenceOf } from './refusals.js';

test('a move at which rules failed says how often it can be tried', () => {
  const problem = { code: 'script/timeout', message: 'the script took too long', facts: { tries: 2, triesLeft: 1 } };
  expect(sentenceOf(problem)).toBe(
    'The rules of this game failed at this move: The script took too long. Choose another move, or try it once more; then the game ends without a winner.',
  );
});

test('who claims a win too early is told for how long to wait', () => {
  const early = (absentMs: number, afterMs: number | null) =>
    sentenceOf({ code: 'game/opponent-connected', message: 'Not yet.', facts: { absentMs, afterMs } });
  expect(early(500, 60_000)).toBe('Not yet. Wait for them, and claim the win after 60 seconds more.');
  expect(early(0, 14 * 86_400_000)).toContain('14 days');
  expect(early(59_900, 60_000)).toContain('a second more');
  expect(early(5, null)).toBe('Not yet.');
});

test('a refusal has advice where there is some', () => {
  expect(sentenceOf({ code: 'move/illegal', message: 'No.' })).toBe('No.');
  expect(sentenceOf({ code: 'request/too-many', message: 'Too many.' })).toBe('Too many. Wait a minute and try again.');
  expect(sentenceOf({ code: 'game/not-waiting-for-players', message: 'No.' })).toContain('Somebody was faster.');
});

test('what the old protocol says about fragments is said in sentences', () => {
  for (const [objection, message] of Object.entries(OBJECTION_TEXTS).filter(([name]) => name !== 'game-over')) {
    const said = sentenceOf({ code: `quantum/${objection}`, message });
    expect(said).toMatch(/^[A-Z][^_]*\.$/);
    expect(said).not.toBe(message);
  }
});
