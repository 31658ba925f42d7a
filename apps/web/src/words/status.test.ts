import { expect, test } from 'vitest';
import { announcementOf, planWords } from './status.js';

const view = (more: object) =>
  ({
    situation: 'running',
    yours: ['white'],
    turn: 'white',
    board: null,
    promotion: null,
    end: null,
    ...more,
  }) as never;
const queen = { color: 'black', notation: 'Qh4#', happened: [] };

test('a move is read out together with what comes next', () => {
  expect(announcementOf(view({ moves: [] }))).toBe('Your move.');
  expect(announcementOf(view({ moves: [{ ...queen, notation: 'Qh4+' }] }))).toBe('Black played Qh4+. Your move.');
});

test('the end is read out with its reason', () => {
  const end = { kind: 'win', winner: 'black', cause: 'checkmate' };
  expect(announcementOf(view({ situation: 'terminated', moves: [queen], end }))).toBe(
    'Black played Qh4#. You lose. White is checkmated.',
  );
});

test('a move that was sent ahead is told behind who is to move', () => {
  expect(planWords(['e7', 'e5'])).toBe('Then e7–e5.');
  expect(planWords(null)).toBe('');
});
