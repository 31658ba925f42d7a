import { unwrap } from '@chessmith/std';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIRST_TARGET } from '../testing/first-target.js';
import { DEFAULT_BOARD, formatBoardFile, parseBoardFile } from './board-file.js';
import { LETTERS, ROLES } from './chessman.js';
import { fragmentsReferee } from './referee.js';
import { formatProtocolSquare, type Square } from './square.js';

describe('a board file', () => {
  test('of the standard start has 32 pieces', () => {
    const { men } = unwrap(parseBoardFile(DEFAULT_BOARD));
    expect(men).toHaveLength(32);
    expect(DEFAULT_BOARD.split('\n').slice(0, 4)).toEqual(['TA1W', 'PA2W', 'PA7B', 'TA8B']);
  });

  test('may contain comments, empty lines, spaces and text after the piece', () => {
    const board = unwrap(parseBoardFile('# two towers\r\n\r\n T A 1 W the first\nTA8B\t# the second'));
    expect(formatBoardFile(board)).toBe('TA1W\nTA8B\n');
  });

  test('reads back as written', () => {
    const piece = fc.record({ role: fc.constantFrom(...ROLES), white: fc.boolean() });
    const board = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 63 }), piece), {
      minLength: 1,
      selector: ([square]) => square,
    });
    fc.assert(
      fc.property(board, (pieces) => {
        const lines = [...pieces]
          .sort(([a], [b]) => a - b)
          .map(
            ([square, { role, white }]) =>
              `${LETTERS[role]}${formatProtocolSquare(square as Square)}${white ? 'W' : 'B'}\n`,
          );
        expect(formatBoardFile(unwrap(parseBoardFile(lines.join(''))))).toBe(lines.join(''));
      }),
    );
  });

  test.each([
    ['', 'quantum/empty-board'],
    ['# nothing\n', 'quantum/empty-board'],
    ['XA1W', 'quantum/bad-piece'],
    ['tA1W', 'quantum/bad-piece'],
    ['TI1W', 'quantum/bad-square'],
    ['TA9W', 'quantum/bad-square'],
    ['TA0W', 'quantum/bad-square'],
    ['Ta1W', 'quantum/bad-square'],
    ['TA', 'quantum/bad-square'],
    ['TA1', 'quantum/bad-color'],
    ['TA1G', 'quantum/bad-color'],
    ['TA1W\nHA1B', 'quantum/square-twice'],
    ['~HA3W 0.5', 'quantum/board-holds-fragments'],
    [`${'#'.repeat(20_000)}\nTA1W`, 'quantum/board-too-long'],
  ])('%j is refused as %s', (text, code) => {
    const parsed = parseBoardFile(text);
    expect(!parsed.ok && parsed.error.code).toBe(code);
  });

  test('is refused with the line of the error', () => {
    const parsed = parseBoardFile('TA1W\n# fine\nTA9W');
    expect(!parsed.ok && parsed.error).toEqual({
      code: 'quantum/bad-square',
      message: 'line 3: unknown square; use A1 to H8',
      facts: { line: 3, text: 'TA9W', detail: 'unknown square; use A1 to H8' },
    });
  });

  test('cannot contain fragments, and their lines are not mistaken for pieces', () => {
    const referee = fragmentsReferee();
    const { position } = unwrap(referee.start({ position: 'HB1W\nKE8B' }, FIRST_TARGET));
    const { after } = unwrap(referee.judge(position, 'b1^a3c3', FIRST_TARGET));
    const { notation } = referee.view(after, { kind: 'watcher' });
    expect(notation).toBe('~HA3W 0.5\n~HC3W 0.5\nKE8B\n');
    expect(parseBoardFile(notation).ok).toBe(false);
  });

  test('treats pieces as moved unless they are listed as unmoved', () => {
    const referee = fragmentsReferee();
    const start = (unmoved?: string[]) =>
      unwrap(
        referee.start({ position: 'KE1W\nTA1W\nTH1W', ...(unmoved === undefined ? {} : { unmoved }) }, FIRST_TARGET),
      ).position;
    const kingMoves = (unmoved?: string[]) =>
      referee.view(start(unmoved), { kind: 'watcher' }).choices.find((one) => one.kind === 'move' && one.from === 'e1');
    expect(kingMoves()).toMatchObject({ to: ['f1', 'f2', 'e2', 'd2', 'd1', 'c1', 'g1'] });
    expect(kingMoves(['e1', 'h1'])).toMatchObject({ to: ['f1', 'f2', 'e2', 'd2', 'd1', 'g1'] });
    expect(kingMoves([])).toMatchObject({ to: ['f1', 'f2', 'e2', 'd2', 'd1'] });
    expect(referee.start({ position: 'KE1W', unmoved: ['a1'] }, FIRST_TARGET).ok).toBe(false);
    expect(referee.start({ position: 'KE1W', unmoved: ['z9'] }, FIRST_TARGET).ok).toBe(false);
  });
});
