import { unwrap } from '@chessmith/std';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { setUp } from '../engine/set-up.js';
import { compile, legalMoves, startPosition } from '../engine.js';
import { rulesetNamed } from '../rulesets/catalogue.js';
import { standard } from '../rulesets/standard.js';
import { formatBoardText, parseBoardText, withPlaceholders } from './board-text.js';
import { formatFen, formatPlacement } from './fen.js';

const { tables } = compile(standard);
const placement = (text: string): string => formatPlacement(setUp(tables, unwrap(parseBoardText(tables, text))));

const DRAWN = `r n b q k b n r
p p p p p p p p
* * * * * * * *
* * * * * * * *
* * * * * * * *
* * * * * * * *
P P P P P P P P
R N B Q K B N R`;

test('the start position is drawn in full', () => {
  expect(formatBoardText(unwrap(startPosition(compile(standard))))).toBe(DRAWN);
});

test.each([
  ['cells apart', DRAWN],
  ['cells together', DRAWN.replaceAll(' ', '')],
  ['cells with bars', DRAWN.replaceAll(' ', ' | ')],
  ['ranks skipped', DRAWN.replace(/(?:\* ?)+\n(?:\* ?)+\n(?:\* ?)+\n(?:\* ?)+/, '** {4}')],
  ['ranks skipped without a space', DRAWN.replace(/(?:\* ?)+\n(?:\* ?)+\n(?:\* ?)+\n(?:\* ?)+/, '**{4}')],
  ['each empty rank short', DRAWN.replace(/(?:\* ){7}\*/g, '**')],
  ['blank lines around', `\n\n${DRAWN}\n\n`],
  ['lines from another system', DRAWN.replaceAll('\n', '\r\n')],
])('the start position is read: %s', (_, text) => {
  expect(placement(text)).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR');
});

test('the rest of a rank may be left empty', () => {
  expect(placement('* * k **\n** {6}\nK * **')).toBe('2k5/8/8/8/8/8/8/K7');
});

test.each([
  ['r * * * k * * r\n** {6}\nR * * * K * * R', 'KQkq'],
  ['* * * * k * * r\n** {6}\nR * * * K * * N', 'Qk'],
  ['r * * k * * * r\n** {6}\nR * * * * K * R', '-'],
  ['r * * * K * * r\n** {6}\nR * * * k * * R', '-'],
])('kings and rooks on their start squares may castle: %j gives the rights %s', (text, rights) => {
  expect(formatFen(setUp(tables, unwrap(parseBoardText(tables, text)))).split(' ')[2]).toBe(rights);
});

test('a ruleset without a fixed start gives no castling rights', () => {
  const shuffled = compile(rulesetNamed('chess960')!).tables;
  expect(unwrap(parseBoardText(shuffled, '* * * * k **\n** {6}\nR * * * K **')).castling).toEqual([]);
});

test.each([
  ['** {7}', 'lacks 1 ranks; write "** {1}" for empty ones'],
  ['** {9}', 'skips 9 ranks, but fewer are left'],
  ['** {8}\n**', 'has more than 8 ranks'],
  ['* * * * * * * * *\n** {7}', 'has 9 squares on rank 8, but the board has 8'],
  ['K * *\n** {7}', 'has 3 squares on rank 8, but the board has 8'],
  ['z **\n** {7}', 'has "z" on rank 8, which is not a piece of this ruleset'],
  ['X **\n** {7}', 'has a placeholder "X" on rank 8, which this ruleset does not have'],
  [`${' '.repeat(5000)}`, 'is too long'],
])('%j is refused: it %s', (text, why) => {
  expect(parseBoardText(tables, text)).toMatchObject({
    ok: false,
    error: { code: 'board-text/malformed', message: `The board text ${why}.` },
  });
});

test('placeholders block other pieces and never move', () => {
  const engine = compile(withPlaceholders(standard));
  const fields = unwrap(parseBoardText(engine.tables, 'k * * * * * * *\n** {5}\nX x * * * * * *\nR * * * * * * K'));
  const position = setUp(engine.tables, fields);
  const rookMoves = legalMoves(position).filter((move) => ((move >> 8) & 255) === 0);
  expect(rookMoves.map((move) => move & 255)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(legalMoves(position).some((move) => ((move >> 8) & 255) === 8)).toBe(false);
});

test('every board reads back as drawn', () => {
  const codes = ['standard', 'grand', 'los-alamos'].map((name) => compile(rulesetNamed(name)!).tables);
  fc.assert(
    fc.property(fc.constantFrom(...codes), fc.infiniteStream(fc.nat()), (board, stream) => {
      const pieces = Array.from({ length: board.size }, (_, square) => ({
        square,
        code: stream.next().value % (2 * board.codes),
        promoted: false,
      })).filter(({ code }) => code >= 2 && code < board.codes);
      const empty = unwrap(parseBoardText(board, `** {${board.ranks}}`));
      const text = formatBoardText(setUp(board, { ...empty, pieces }));
      expect(unwrap(parseBoardText(board, text)).pieces).toEqual(
        pieces.toSorted((a, b) => order(board, a.square) - order(board, b.square)),
      );
    }),
    { numRuns: 50 },
  );
});

/** The order of squares in the text: from the top rank down, each from the a-file. */
const order = ({ files, ranks }: { files: number; ranks: number }, square: number): number =>
  (ranks - Math.floor(square / files)) * files + (square % files);
