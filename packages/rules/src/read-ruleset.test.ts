import { type json, ok, unwrap } from '@chessmith/std';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { perft } from './engine/perft.js';
import { compile, startPosition } from './engine.js';
import type { singleReader } from './read-movement.js';
import type { effectReader, endingReader, pieceReader, restrictionReader } from './read-rule.js';
import { formatRuleset, readRuleset } from './read-ruleset.js';
import type { Effect, Ending, Restriction, Ruleset } from './ruleset.js';
import { catalogue } from './rulesets/catalogue.js';
import { standard } from './rulesets/standard.js';
import type { DraftMovement, DraftPiece } from './theories/draft.js';

describe.each(catalogue.map((ruleset) => [ruleset.name, ruleset] as const))('%s', (_, ruleset) => {
  const read = readRuleset(JSON.parse(JSON.stringify(formatRuleset(ruleset))));

  test('survives a round trip through JSON', () => {
    expect(read).toEqual(ok(ruleset));
    expect(Object.keys(unwrap(read).pieces)).toEqual(Object.keys(ruleset.pieces));
  });

  test('has the same perft after a round trip', () => {
    const leaves = (rules: Ruleset): number => perft(unwrap(startPosition(compile(rules))), 3);
    expect(leaves(unwrap(read))).toBe(leaves(ruleset));
  });
});

/** Flattens intersections, so that types can be compared field by field. */
type Plain<T> = T extends unknown ? { [field in keyof T]: T[field] } : never;

test('the readers cover every field', () => {
  expectTypeOf<Plain<json.JsonValueOf<typeof pieceReader>>>().toEqualTypeOf<Plain<DraftPiece>>();
  expectTypeOf<Plain<json.JsonValueOf<typeof singleReader>>>().toEqualTypeOf<
    Plain<Exclude<DraftMovement, { kind: 'group' }>>
  >();
  expectTypeOf<json.JsonValueOf<typeof restrictionReader>>().toEqualTypeOf<Restriction>();
  expectTypeOf<json.JsonValueOf<typeof effectReader>>().toEqualTypeOf<Effect>();
  expectTypeOf<json.JsonValueOf<typeof endingReader>>().toEqualTypeOf<Ending>();
});

type Change = (ruleset: Draft) => unknown;
// A mutable ruleset that a test may break.
type Draft = { -readonly [field in keyof Ruleset]: unknown } & {
  // biome-ignore lint/suspicious/noExplicitAny: tests write any value a person might
  pieces: any;
};

const brokenRuleset = (change: Change): unknown => {
  const draft = JSON.parse(JSON.stringify(standard));
  change(draft);
  return draft;
};

const pawnWith =
  (movement: unknown): Change =>
  (ruleset) =>
    ruleset.pieces.pawn.movements.push(movement);
const effects =
  (...list: unknown[]): Change =>
  (ruleset) =>
    (ruleset.effects = list);
const endings =
  (...list: unknown[]): Change =>
  (ruleset) =>
    (ruleset.endings = list);
const promote = (change: object): object => ({ kind: 'promote', role: 'pawn', on: [8], to: ['queen'], ...change });

const REFUSED: readonly (readonly [what: string, change: Change, path: string, says: RegExp])[] = [
  ['an unknown field', (r) => ((r as { sumary?: string }).sumary = 'x'), 'sumary', /unknown field/],
  ['no pieces at all', (r) => (r.pieces = {}), 'pieces', /1 to 26 pieces/],
  [
    'a role with capitals',
    (r) => (r.pieces.Dragon = r.pieces.queen),
    'pieces.Dragon',
    /lower-case letters, digits and hyphens/,
  ],
  ['a board of one file', (r) => (r.board = { files: 1, ranks: 8 }), 'board.files', /from 2 to 16/],
  ['a board of seventeen ranks', (r) => (r.board = { files: 8, ranks: 17 }), 'board.ranks', /from 2 to 16/],
  ['a name with a space', (r) => (r.name = 'my chess'), 'name', /such as "king-of-the-hill"/],
  ['a summary of two lines', (r) => (r.summary = 'a\nb'), 'summary', /a line of text/],
  ['a letter in capitals', (r) => (r.pieces.pawn.letter = 'P'), 'pieces.pawn.letter', /one lower-case letter/],
  [
    'a letter used twice',
    (r) => (r.pieces.pawn.letter = 'n'),
    'pieces.knight.letter',
    /"n" is already the letter of the pawn/,
  ],
  [
    'an unknown movement',
    pawnWith({ kind: 'hop', to: [[1, 1]] }),
    'pieces.pawn.movements[4].kind',
    /"slide" or "leap"/,
  ],
  [
    'a misspelled modifier',
    pawnWith({ kind: 'leap', to: [[1, 1]], unto: 'enemy' }),
    'pieces.pawn.movements[4].unto',
    /unknown field/,
  ],
  [
    'a step of length zero',
    pawnWith({ kind: 'slide', along: [[0, 0]] }),
    'pieces.pawn.movements[4].along[0]',
    /leaves its square/,
  ],
  [
    'a step off the board',
    pawnWith({ kind: 'leap', to: [[0, 8]] }),
    'pieces.pawn.movements[4].to[0]',
    /larger than the board/,
  ],
  [
    'a duplicate step',
    pawnWith({
      kind: 'leap',
      to: [
        [2, 2],
        [2, 2],
      ],
    }),
    'pieces.pawn.movements[4].to[1]',
    /twice/,
  ],
  ['no steps', pawnWith({ kind: 'leap', to: [] }), 'pieces.pawn.movements[4].to', /at least 1/],
  [
    'a rank off the board',
    pawnWith({ kind: 'leap', to: [[2, 2]], from: [9] }),
    'pieces.pawn.movements[4].from[0]',
    /1 to 8/,
  ],
  ['a drop without pockets', pawnWith({ kind: 'drop' }), 'pieces.pawn.movements[4]', /"pocket"/],
  [
    'a pawn that castles',
    pawnWith({ kind: 'castle', partner: 'rook', sides: [{ side: 'king', to: 'g', partnerTo: 'f' }] }),
    'pieces.pawn.movements[4]',
    /royal/,
  ],
  [
    'castling with an unknown piece',
    (r) => (r.pieces.king.movements[1].partner = 'tower'),
    'pieces.king.movements[1].partner',
    /use one of pawn/,
  ],
  [
    'castling to a file off the board',
    (r) => (r.pieces.king.movements[1].sides[0].to = 'i'),
    'pieces.king.movements[1].sides[0].to',
    /a to h/,
  ],
  [
    'castling with both pieces onto one square',
    (r) => (r.pieces.king.movements[1].sides[0].to = 'f'),
    'pieces.king.movements[1].sides[0].partnerTo',
    /same square/,
  ],
  [
    'castling twice',
    (r) => r.pieces.king.movements.push(r.pieces.king.movements[1]),
    'pieces.king.movements[2]',
    /twice/,
  ],
  [
    'a double step sideways',
    pawnWith({ kind: 'double-step', along: [[1, 0]] }),
    'pieces.pawn.movements[4].along',
    /same step/,
  ],
  [
    'a double step into promotion',
    pawnWith({ kind: 'double-step', along: [[0, 1]], from: [6] }),
    'pieces.pawn.movements[4]',
    /promotes/,
  ],
  [
    'a double step that duplicates a slide',
    pawnWith({ kind: 'slide', along: [[0, 1]], upTo: 2, onto: 'empty' }),
    'pieces.pawn.movements[1]',
    /one meaning/,
  ],
  [
    'en passant that duplicates a plain move',
    pawnWith({ kind: 'leap', to: [[1, 1]], onto: 'empty' }),
    'pieces.pawn.movements[3]',
    /one meaning/,
  ],
  [
    'a table beyond the board',
    pawnWith({ kind: 'table', shape: 'rays', white: { a1: [['a9']] }, black: {} }),
    'pieces.pawn.movements[4].white.a1',
    /"a9" is not on/,
  ],
  [
    'a table with invalid squares',
    pawnWith({ kind: 'table', shape: 'rays', white: { z1: [['a2']] }, black: {} }),
    'pieces.pawn.movements[4].white',
    /field names/,
  ],
  [
    'a ray back to its origin',
    pawnWith({ kind: 'table', shape: 'rays', white: {}, black: { a1: [['a2', 'a1']] } }),
    'pieces.pawn.movements[4].black.a1',
    /cannot go to a1/,
  ],
  [
    'a duplicate leap',
    pawnWith({ kind: 'table', shape: 'leaps', white: {}, black: { a1: [['a2'], ['a2']] } }),
    'pieces.pawn.movements[4].black.a1[1]',
    /twice/,
  ],
  [
    'a duplicate restriction',
    (r) => (r.restrictions = [{ kind: 'no-check' }, { kind: 'no-check' }]),
    'restrictions[1]',
    /twice/,
  ],
  ['promotion of an unknown piece', effects(promote({ role: 'pwan' })), 'effects[0].role', /unknown piece "pwan"/],
  ['promotion to an unknown piece', effects(promote({ to: ['amazon'] })), 'effects[0].to[0]', /unknown piece "amazon"/],
  ['promotion to itself', effects(promote({ to: ['pawn'] })), 'effects[0].to[0]', /optionalOn/],
  ['promotion off the board', effects(promote({ on: [9] })), 'effects[0].on[0]', /ranks 1 to 8/],
  ['two promotions', effects(promote({}), promote({})), 'effects[1].role', /join/],
  [
    'an unknown spared piece',
    effects({ kind: 'explode', spares: ['wall'] }),
    'effects[0].spares[0]',
    /unknown piece "wall"/,
  ],
  [
    'a goal off the board',
    endings({ kind: 'reach', role: 'king', squares: ['e4', 'i4'] }),
    'endings[0].squares[1]',
    /not on a board/,
  ],
  [
    'an unknown piece at the goal',
    endings({ kind: 'reach', role: 'ball', squares: ['e4'] }),
    'endings[0].role',
    /unknown piece "ball"/,
  ],
  [
    'checks that are not counted',
    endings({ kind: 'checks-given', count: 3 }),
    'endings[0].count',
    /"count-checks","upTo":3/,
  ],
  ['a start for another board', (r) => (r.start = '8/8 w - - 0 1'), 'start', /2 ranks, but the board has 8/],
  [
    'a start with an unknown piece',
    (r) => (r.start = 'rnbqkbnr/pppppppp/8/8/3x4/8/PPPPPPPP/RNBQKBNR w - - 0 1'),
    'start',
    /"x" on rank 4/,
  ],
  ['a start in which a king can be captured', (r) => (r.start = '4k3/8/8/8/4R3/8/8/4K3 w - - 0 1'), 'start', /check/],
  [
    'castling rights without a rook',
    (r) => (r.start = 'rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w k - 0 1'),
    'start',
    /castl/,
  ],
  [
    'a start number too high',
    (r) => (r.start = { shuffled: 'chess960', default: 960 }),
    'start.default',
    /from 0 to 959/,
  ],
];

test('a problem carries the values of its sentence', () => {
  const ruleset = JSON.parse(JSON.stringify(standard));
  ruleset.pieces.king.movements[1].partner = 'tower';
  expect(readRuleset(ruleset)).toMatchObject({
    error: [{ code: 'ruleset/no-such-role', facts: { role: 'tower', known: Object.keys(standard.pieces) } }],
  });
});

test.each(REFUSED)('%s is refused with its path', (_, change, path, says) => {
  const read = readRuleset(brokenRuleset(change));
  const refusals = read.ok ? [] : read.error;
  expect(refusals.map(({ facts }) => facts?.path)).toContain(path);
  expect(refusals.map(({ message }) => message).join('\n')).toMatch(says);
});

test('several mistakes are reported at once', () => {
  const read = readRuleset(
    brokenRuleset((ruleset) => {
      ruleset.pieces.pawn.letter = 'pp';
      ruleset.pieces.rook.movements = 'straight';
      ruleset.endings = [{ kind: 'boredom' }];
    }),
  );
  expect(read.ok ? [] : read.error.map(({ facts }) => facts?.path)).toEqual([
    'pieces.pawn.letter',
    'pieces.rook.movements',
    'endings[0].kind',
  ]);
});

test('endlessly nested groups are refused before they overflow the stack', () => {
  let deep: unknown = { kind: 'leap', to: [[1, 1]] };
  for (let i = 0; i < 100_000; i++) deep = { kind: 'group', of: [deep] };
  expect(readRuleset(withMovement(deep)).ok).toBe(false);
});

const withMovement = (movement: unknown): unknown => {
  const draft = JSON.parse(JSON.stringify(standard));
  draft.pieces.pawn.movements.push(movement);
  return draft;
};
