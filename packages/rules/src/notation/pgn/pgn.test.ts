import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import {
  completeRoster,
  isNullMove,
  mainline,
  noteAt,
  type PgnGame,
  type PgnLine,
  pgnStartOf,
  tagValue,
} from './game.js';
import { formatPgn, isPgnMove, parsePgn } from './pgn.js';

const only = (text: string): PgnGame => {
  const games = parsePgn(text);
  expect(games).toHaveLength(1);
  return unwrap(games[0] as (typeof games)[number]);
};

/** A line as a string, so that a table shows the whole tree. */
const sketch = (line: PgnLine): string => {
  const words = line.before.map((comment) => `<${comment}>`);
  line.moves.forEach((move, at) => {
    const note = noteAt(line, at);
    words.push(move, ...(note?.nags ?? []).map((nag) => `$${nag}`));
    words.push(...(note?.comments ?? []).map((comment) => `<${comment}>`));
    words.push(...(note?.variations ?? []).map((variation) => `(${sketch(variation)})`));
  });
  return words.join(' ');
};

describe('movetext', () => {
  test.each([
    ['the usual form', '1. e4 e5 2. Nf3 Nc6 1-0', 'e4 e5 Nf3 Nc6', '1-0'],
    ['no space after the number', '1.e4 e5 2.Nf3 *', 'e4 e5 Nf3', '*'],
    ['numbers without dots, or none at all', '1 e4 e5 2 Nf3 Nc6 Bb5 0-1', 'e4 e5 Nf3 Nc6 Bb5', '0-1'],
    ['black numbers', '1... e5 2...Nc6 3. ... a6 4…Nf6 *', 'e5 Nc6 a6 Nf6', '*'],
    ['castling with zeros is not a result', '5. 0-0 0-0-0 1/2-1/2', '0-0 0-0-0', '1/2-1/2'],
    ['promotion, check and mate', '1. e8=Q+ bxa1=N# *', 'e8=Q+ bxa1=N#', '*'],
    [
      'drops and other notations',
      '1. N@f3 e2e4 2. b1^a3c3 e7e8=dragon e2e4,e4d5 *',
      'N@f3 e2e4 b1^a3c3 e7e8=dragon e2e4,e4d5',
      '*',
    ],
    ['null moves', '1. -- Z0 2. @@@@ *', '-- Z0 @@@@', '*'],
    ['suffixes', '1. e4! e5? 2. d4!! d5?? 3. c4!? c5?! *', 'e4 $1 e5 $2 d4 $3 d5 $4 c4 $5 c5 $6', '*'],
    ['suffixes apart and in a row', '1. e4 ! e5!$14 2. d4!!! *', 'e4 $1 e5 $1 $14 d4 $3 $1', '*'],
    ['numeric glyphs against each other', '1. e4$1$14 e5 $255 *', 'e4 $1 $14 e5 $255', '*'],
    ["the Informant's signs", '1. e4 += e5 +- 2. d4 ± *', 'e4 $14 e5 $18 d4 $16', '*'],
    ['a glyph without a move', '$1 1. e4 $ e5 $99999999 *', 'e4 e5', '*'],
    ['en passant in words', '1. exd6 e.p. Kd7 *', 'exd6 Kd7', '*'],
    ['comments against moves', '1.e4{best by test}e5{classical}*', 'e4 <best by test> e5 <classical>', '*'],
    ['a comment to the end of the line', '1. e4 ; best by test\ne5 *', 'e4 <best by test> e5', '*'],
    ['a brace means nothing after a semicolon', '1. e4 ; not { a comment }\ne5 *', 'e4 <not { a comment }> e5', '*'],
    ['a semicolon means nothing in braces', '1. e4 {a; b} e5 *', 'e4 <a; b> e5', '*'],
    ['parentheses mean nothing in braces', '1. e4 {(1. d4} e5 *', 'e4 <(1. d4> e5', '*'],
    ['an opening brace in a comment', '1. e4 {a { b} e5 *', 'e4 <a { b> e5', '*'],
    ['a comment over lines', '1. e4 {best\r\n  by\n\ntest } e5 *', 'e4 <best by test> e5', '*'],
    ['empty comments', '1. e4 {} { } e5 ;\n *', 'e4 e5', '*'],
    ['comments before the first move', '{first} 1. {second} e4 *', '<first> <second> e4', '*'],
    ['a variation', '1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *', 'e4 e5 (c5 Nf3) Nf3', '*'],
    ['variations side by side', '1. e4 (1. d4) (1. c4) e5 *', 'e4 (d4) (c4) e5', '*'],
    ['variations within variations', '1. e4 (1. d4 d5 (1... Nf6 (1... f5) 2. c4)) *', 'e4 (d4 d5 (Nf6 (f5) c4))', '*'],
    ['no spaces around parentheses', '1.e4(1.d4(1.c4)d5)e5 *', 'e4 (d4 (c4) d5) e5', '*'],
    ['a comment that opens a variation', '1. e4 ({or} 1. d4 {too}) *', 'e4 (<or> d4 <too>)', '*'],
    ['a comment after a variation', '1. e4 {a} (1. d4) {b} $1 e5 *', 'e4 $1 <a> <b> (d4) e5', '*'],
    ['empty variations', '1. e4 () e5 ( ) *', 'e4 e5', '*'],
    ['a result in a variation', '1. e4 (1. d4 d5 1-0) e5 0-1', 'e4 (d4 d5) e5', '0-1'],
    ['the short draw', '1. e4 e5 1/2', 'e4 e5', '1/2-1/2'],
    ["a word processor's draw", '1. e4 e5 ½–½', 'e4 e5', '1/2-1/2'],
    ['a result against the last move', '1. e4 e5*', 'e4 e5', '*'],
    ['a comment after the result', '1. e4 e5 1-0 {White forfeits}', 'e4 e5 <White forfeits>', '1-0'],
    ['an escaped line', '1. e4\n%1. d4 { (\ne5 *', 'e4 e5', '*'],
    ['a percent sign elsewhere', '1. e4 {100\n%} e5 *', 'e4 <100 %> e5', '*'],
    ['an empty line among moves', '1. e4 e5\n\n2. Nf3 *', 'e4 e5 Nf3', '*'],
    ['tabs, no-break spaces and a byte order mark', '\uFEFF1.\te4\u00a0e5\v*', 'e4 e5', '*'],
    ['moves in other alphabets', '1. Сf3 Кc6 *', 'Сf3 Кc6', '*'],
    ['no result', '1. e4 e5', 'e4 e5', '*'],
    ['nothing but a result', '*', '', '*'],
  ])('%s', (_, text, moves, result) => {
    const game = only(text);
    expect(sketch(game.line)).toBe(moves);
    expect(game.result).toBe(result);
  });

  test('the main line is not copied', () => {
    const game = only('1. e4 {c} (1. d4) e5 *');
    expect(mainline(game)).toEqual(['e4', 'e5']);
    expect(mainline(game)).toBe(game.line.moves);
  });

  test.each(['--', 'Z0', '@@@@'])('%s is a null move', (move) => expect(isNullMove(move)).toBe(true));
  test('castling is not a null move', () => expect(isNullMove('0-0')).toBe(false));
});

describe('tags', () => {
  test.each([
    ['the usual form', '[Event "F/S Return Match"]', [['Event', 'F/S Return Match']]],
    ['escapes', '[A "say \\"e4\\" \\\\ C:\\games"]', [['A', 'say "e4" \\ C:\\games']]],
    ['unescaped quotes', '[Event "The "Big" Open"]', [['Event', 'The "Big" Open']]],
    ['a bracket in a value', '[Event "a ] b [c]"]', [['Event', 'a ] b [c]']]],
    [
      'two on a line',
      '[A "1"] [B "2"][C "3"]',
      [
        ['A', '1'],
        ['B', '2'],
        ['C', '3'],
      ],
    ],
    [
      'white space everywhere',
      '  [  A\t "1"  ]  \r\n\t[B "2" ]',
      [
        ['A', '1'],
        ['B', '2'],
      ],
    ],
    ['no space', '[A"1"]', [['A', '1']]],
    [
      'no bracket at the end',
      '[A "1"\n[B "2"]',
      [
        ['A', '1'],
        ['B', '2'],
      ],
    ],
    ['an empty value', '[A ""]', [['A', '']]],
    [
      'the same name twice',
      '[A "1"]\n[A "2"]',
      [
        ['A', '1'],
        ['A', '2'],
      ],
    ],
    [
      'empty lines between',
      '[A "1"]\n\n[B "2"]',
      [
        ['A', '1'],
        ['B', '2'],
      ],
    ],
    [
      'comments and escaped lines between',
      '[A "1"]\n% x\n; y\n[B "2"]',
      [
        ['A', '1'],
        ['B', '2'],
      ],
    ],
    [
      'names with other characters',
      '[Annotator-2 "x"]\n[_x "y"]',
      [
        ['Annotator-2', 'x'],
        ['_x', 'y'],
      ],
    ],
    ['a byte order mark', '\uFEFF[Event "x"]', [['Event', 'x']]],
    ['every script', '[White "Владимир 棋 ♔"]', [['White', 'Владимир 棋 ♔']]],
  ])('%s', (_, text, tags) => {
    expect(only(`${text}\n\n1. e4 *`).tags.map(({ name, value }) => [name, value])).toEqual(tags);
  });

  test('tags give the start position', () => {
    expect(pgnStartOf(only('[FEN "8/8/8/8 w - - 0 1"]\n[SetUp "1"]\n[Variant "Atomic"]\n\n*'))).toEqual({
      fen: '8/8/8/8 w - - 0 1',
      variant: 'Atomic',
    });
    expect(pgnStartOf(only('[Fen "8/8/8/8 w - - 0 1"]\n\n*'))).toEqual({ fen: '8/8/8/8 w - - 0 1' });
    expect(pgnStartOf(only('[SetUp "0"]\n[FEN "8/8/8/8 w - - 0 1"]\n\n*'))).toEqual({});
    expect(pgnStartOf(only('1. e4 *'))).toEqual({});
  });

  test('an exact tag name wins over one in another case', () => {
    expect(tagValue(only('[fen "a"]\n[FEN "b"]\n*'), 'FEN')).toBe('b');
    expect(tagValue(only('[fen "a"]\n*'), 'White')).toBeUndefined();
  });

  test('the Result tag counts if the moves have no result', () => {
    expect(only('[Result "0-1"]\n\n1. e4').result).toBe('0-1');
    expect(only('[Result "0-1"]\n\n1. e4 1-0').result).toBe('1-0');
    expect(only('[Result "white"]\n\n1. e4').result).toBe('*');
  });
});

describe('many games', () => {
  test.each([
    ['each with tags and result', '[A "1"]\n\n1. e4 1-0\n\n[A "2"]\n\n1. d4 0-1\n', ['1:e4', '2:d4']],
    ['no empty lines', '[A "1"]\n1. e4 1-0\n[A "2"]\n1. d4 0-1', ['1:e4', '2:d4']],
    ['no results', '[A "1"]\n\n1. e4\n\n[A "2"]\n\n1. d4', ['1:e4', '2:d4']],
    ['no tags', '1. e4 *\n1. d4 *', [':e4', ':d4']],
    ['no tags, on one line', '1. e4 * 1. d4 *', [':e4', ':d4']],
    ['neither tags nor results', '1. e4 e5\n\n1. d4\n\n1.c4', [':e4 e5', ':d4', ':c4']],
    ['no moves', '[A "1"]\n*\n\n[A "2"]\n*\n', ['1:', '2:']],
    ['neither moves nor results', '[A "1"]\n[B "x"]\n\n[A "2"]\n[B "y"]', ['1:', '2:']],
    ['a comment between them', '1. e4 * {late}\n{early}\n[A "2"]\n1. d4 *', [':e4 <late>', '2:<early> d4']],
    ['CRLF', '[A "1"]\r\n\r\n1. e4 1-0\r\n\r\n[A "2"]\r\n\r\n1. d4 0-1\r\n', ['1:e4', '2:d4']],
    [
      'files joined with their byte order marks',
      '\uFEFF[A "1"]\n\n1. e4 *\n\uFEFF[A "2"]\n\n1. d4 *',
      ['1:e4', '2:d4'],
    ],
    ['no game', ' \n{only words}\n; and more\n%\n', []],
  ])('%s', (_, text, games) => {
    expect(
      parsePgn(text)
        .map(unwrap)
        .map((game) => `${tagValue(game, 'A') ?? ''}:${sketch(game.line)}`),
    ).toEqual(games);
  });
});

describe('an ambiguous game is refused, and the next one is read', () => {
  const NEXT = '\n\n[Event "next"]\n\n1. d4 *';
  test.each([
    ['1. e4 (1. d4 d5', 'pgn/variation-unclosed', 1, 7],
    ['1. e4 (1. d4\n  (1. c4) 1-0', 'pgn/variation-unclosed', 1, 7],
    ['1. e4\n e5) 2. Nf3 *', 'pgn/variation-unopened', 2, 4],
    ['(1. d4) 1. e4 *', 'pgn/variation-misplaced', 1, 1],
    ['1. e4 (()) *', 'pgn/variation-misplaced', 1, 8],
    ['1. e4 {a {b} c} e5 *', 'pgn/comment-unopened', 1, 15],
    ['1. e4 {lost\n e5 2. Nf3 *', 'pgn/comment-unclosed', 1, 7],
    ['[Event "x]\n\n1. e4 *', 'pgn/tag-malformed', 1, 1],
    ['[A "1"]\n[Event]\n\n1. e4 *', 'pgn/tag-malformed', 2, 1],
    ['[A "1"]\n[Event x\n\n1. e4 *', 'pgn/tag-malformed', 2, 1],
    ['1. e4 [%clk 0:01:00] e5 *', 'pgn/not-a-move', 1, 7],
    ['1. e4 %x e5 *', 'pgn/not-a-move', 1, 7],
    ['[A B "1"]\n\n1. e4 *', 'pgn/tag-malformed', 1, 1],
  ])('%j', (text, code, line, column) => {
    const [broken, next, ...others] = parsePgn(text + NEXT);
    expect(broken).toMatchObject({ ok: false, error: { code, facts: { line, column } } });
    expect(next).toMatchObject({ ok: true, value: { tags: [{ value: 'next' }], line: { moves: ['d4'] } } });
    expect(others).toEqual([]);
  });

  test('a comment that is open when the text ends', () => {
    expect(parsePgn('1. e4 {')).toMatchObject([{ ok: false, error: { code: 'pgn/comment-unclosed' } }]);
  });

  test("an editor's bracket after an empty line is still a comment", () => {
    expect(sketch(only('1. e4 {one\n\n[Editor: two]} *').line)).toBe('e4 <one [Editor: two]>');
  });
});

describe('writing', () => {
  const written = (text: string): string => formatPgn(only(text));

  test('the roster comes first and in its order', () => {
    expect(written('[ECO "C20"]\n[Result "1-0"]\n[White "w"]\n[Event "e"]\n[Annotator "a"]\n1. e4 1-0')).toBe(
      '[Event "e"]\n[White "w"]\n[Result "1-0"]\n[ECO "C20"]\n[Annotator "a"]\n\n1. e4 1-0\n',
    );
  });

  test('missing tags of the roster can be added', () => {
    expect(formatPgn(completeRoster(only('[Black "b"]\n[ECO "C20"]\n1. e4 1-0')))).toBe(
      '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "b"]\n[Result "1-0"]\n[ECO "C20"]\n\n1. e4 1-0\n',
    );
  });

  test('tag values are escaped', () => {
    const game = { ...only('*'), tags: [{ name: 'A', value: 'a "b"] \\ c\nd' }] };
    expect(formatPgn(game)).toBe('[A "a \\"b\\"] \\\\ c d"]\n\n*\n');
  });

  test.each([
    ['1. e4 e5 2. Nf3 *', '1. e4 e5 2. Nf3 *\n'],
    [
      '1. e4! {a} e5 (1... c5 $2) 2. Nf3 (2. f4 exf4 (2... d5)) Nc6 *',
      '1. e4 $1 {a} 1... e5 (1... c5 $2) 2. Nf3 (2. f4 exf4 (2... d5)) 2... Nc6 *\n',
    ],
    ['{a} 1. e4 ({b} 1. d4 (1. c4)) *', '{a} 1. e4 ({b} 1. d4 (1. c4)) *\n'],
    ['1. e4 ; a } b\ne5 (1... c5 ; } d\n) *', '1. e4 ;a } b\n1... e5 (1... c5 ;} d\n) *\n'],
    ['[FEN "8/8/8/8 b - - 3 7"]\n1. e4 e5 *', '[FEN "8/8/8/8 b - - 3 7"]\n\n7... e4 8. e5 *\n'],
    ['[FEN "8/8/8/8 w - - 3+3 3 7"]\ne4 *', '[FEN "8/8/8/8 w - - 3+3 3 7"]\n\n7. e4 *\n'],
    ['[FEN "8/8/8/8 w - - 3 7 +0+0"]\ne4 *', '[FEN "8/8/8/8 w - - 3 7 +0+0"]\n\n7. e4 *\n'],
    ['[FEN "nonsense"]\ne4 *', '[FEN "nonsense"]\n\n1. e4 *\n'],
  ])('%s', (text, pgn) => expect(written(text)).toBe(pgn));

  test('lines are at most 80 columns, in comments too, and commands stay whole', () => {
    const words = 'a natural move [%clk 0:01:02.5] which % keeps the tension  in the [Event "x"] centre '.repeat(20);
    const text = written(`1. e4 {${words}} ${'e5 (1... c5 {x}) '.repeat(60)} *`);
    for (const line of text.split('\n')) {
      expect(line.length).toBeLessThanOrEqual(80);
      expect(line).not.toMatch(/^[[%]|\[%clk$/);
    }
    expect(only(text)).toEqual(only(`1. e4 {${words}} ${'e5 (1... c5 {x}) '.repeat(60)} *`));
  });

  test.each(['', 'e4 e5', '12', '12.', '1.e4', '1-0', '*', '=', '$1', 'e4!', '{', 'a;b', '%a', '[a', '.', 'e.p.', '½'])(
    '%j cannot be written as a move',
    (move) => {
      expect(isPgnMove(move)).toBe(false);
      expect(() => formatPgn({ tags: [], line: { before: [], moves: [move], notes: [] }, result: '*' })).toThrow(
        RangeError,
      );
    },
  );

  test.each(['', 'a b', 'é', '-a', 'a"'])('%j cannot be written as a tag name', (name) => {
    expect(() =>
      formatPgn({ tags: [{ name, value: '' }], line: { before: [], moves: [], notes: [] }, result: '*' }),
    ).toThrow(RangeError);
  });
});
