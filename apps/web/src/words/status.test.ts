import { expect, test } from 'vitest';
import { announcementOf, premoveWords } from './status.js';

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

test('the last move is announced with the state of the game', () => {
  expect(announcementOf(view({ moves: [] }))).toBe('Your move.');
  expect(announcementOf(view({ moves: [{ ...queen, notation: 'Qh4+' }] }))).toBe('Black played Qh4+. Your move.');
});

test('the end is announced with its reason', () => {
  const end = { kind: 'win', winner: 'black', cause: 'checkmate' };
  expect(announcementOf(view({ situation: 'terminated', moves: [queen], end }))).toBe(
    'Black played Qh4#. You lose. White is checkmated.',
  );
});

test('a premove is shown with its squares', () => {
  expect(premoveWords(['e7', 'e5'])).toBe('Premove: e7–e5');
  expect(premoveWords(null)).toBe('');
});
