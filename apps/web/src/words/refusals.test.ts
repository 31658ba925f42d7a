import { OBJECTION_TEXTS } from '@chessmith/quantum';
import { expect, test } from 'vitest';
import { sentenceOf } from './refusals.js';

test('a move at which a script failed says how often the player can try again', () => {
  const problem = (triesLeft: number) =>
    sentenceOf({ code: 'script/timeout', message: 'the script took too long', facts: { tries: 2, triesLeft } });
  expect(problem(1)).toBe(
    'The rules of this variant failed at this move: The script took too long. Choose another move, or try it once more; then the game ends without a winner.',
  );
  expect(problem(2)).toContain('try it 2 more times');
});

test('an early claim says how long to wait', () => {
  const early = (absentMs: number, afterMs: number | null) =>
    sentenceOf({ code: 'game/opponent-connected', message: 'Not yet.', facts: { absentMs, afterMs } });
  expect(early(500, 60_000)).toBe('Your opponent has not been away long enough. You can claim the win in 60 seconds.');
  expect(early(0, 14 * 86_400_000)).toContain('14 days');
  expect(early(59_900, 60_000)).toContain('1 second.');
  expect(early(5, null)).toBe('Not yet.');
});

test('the page words the refusals it knows, and gives the sentence of the server for others', () => {
  expect(sentenceOf({ code: 'move/illegal', message: 'No.' })).toBe('No.');
  expect(sentenceOf({ code: 'request/too-many', message: 'No.' })).toBe(
    'Too many requests. Wait a minute and try again.',
  );
  expect(sentenceOf({ code: 'game/not-waiting-for-players', message: 'No.' })).toContain('Another player was faster.');
});

test('refused moves with fragments have sentences of their own', () => {
  for (const [objection, message] of Object.entries(OBJECTION_TEXTS).filter(([name]) => name !== 'game-over')) {
    const said = sentenceOf({ code: `quantum/${objection}`, message });
    expect(said).toMatch(/^[A-Z][^_]*\.$/);
    expect(said).not.toBe(message);
  }
});
