import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { canWin } from '../engine/material.js';
import { perft } from '../engine/perft.js';
import { compile, positionFromFen } from '../engine.js';
import { bishopMoves, rookMoves } from '../pieces.js';
import { formatRuleset, readDraft, readRuleset } from '../read-ruleset.js';
import type { Movement, SquareTable } from '../ruleset.js';
import { standard } from '../rulesets/standard.js';
import { asTable } from '../testing/as-table.js';
import { resolveDraft } from './resolve-draft.js';

const PROLOG = ['nowhere(_, _, _, _) :- fail.'];
const THEORIES = { straight: { shape: 'rays', prolog: PROLOG }, pawn_up: { shape: 'leaps', prolog: PROLOG } };

type Wanted = { readonly rook?: object; readonly pawn?: object; readonly theories?: object };

/** Standard chess in which theories define the rook and the pawn's captures. */
function draft({ rook, pawn, theories = THEORIES }: Wanted = {}): unknown {
  const { pieces, ...rest } = JSON.parse(JSON.stringify(standard));
  pieces.rook.movements = [{ kind: 'theory', by: ['straight'], ...rook }];
  pieces.pawn.movements[2] = { kind: 'theory', by: { white: ['pawn_up'], black: ['pawn_up'] }, onto: 'enemy', ...pawn };
  return { ...rest, pieces, theories };
}

const tablesOf = (movement: Movement): { readonly white: SquareTable; readonly black: SquareTable } =>
  asTable(standard.board, movement as Extract<Movement, { kind: 'slide' | 'leap' }>);

describe('a draft', () => {
  test('becomes standard chess with the tables of its theories', () => {
    const up = tablesOf({ kind: 'leap', to: [[-1, 1], [1, 1]] }); // biome-ignore format: two steps
    const ruleset = unwrap(
      resolveDraft(
        unwrap(
          readDraft(
            draft({
              pawn: { by: { white: ['up'], black: ['down'] } },
              theories: {
                straight: THEORIES.straight,
                up: THEORIES.pawn_up,
                down: THEORIES.pawn_up,
              },
            }),
          ),
        ),
        { straight: tablesOf(rookMoves).white, up: up.white, down: up.black },
      ),
    );
    const kiwipete = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
    expect(perft(unwrap(positionFromFen(compile(ruleset), kiwipete)), 2)).toBe(2039);
    expect(unwrap(readRuleset(formatRuleset(ruleset)))).toEqual(ruleset);
  });

  test('has no theories if its author wrote none', () => {
    expect(resolveDraft(unwrap(readDraft(formatRuleset(standard))), {})).toEqual({ ok: true, value: standard });
  });

  test('is not a ruleset until its theories are evaluated', () => {
    expect(readRuleset(draft())).toMatchObject({ ok: false, error: [{ code: 'ruleset/theories-not-evaluated' }] });
  });

  test('keeps all rays and lists each leap once', () => {
    const read = unwrap(
      readDraft(
        draft({
          rook: { by: ['straight', 'other'] },
          pawn: { by: ['pawn_up', 'more'] },
          theories: { ...THEORIES, other: THEORIES.straight, more: THEORIES.pawn_up },
        }),
      ),
    );
    const wide = [Array.from({ length: 40 }, (_, i) => `${'abcdefgh'[i % 8]}${4 + Math.trunc(i / 8)}`)];
    const { pieces } = unwrap(
      resolveDraft(read, {
        straight: { a1: [['a2', 'a3']] },
        other: { a1: [['b1']], b1: [['c1']] },
        pawn_up: { d2: [['e3', 'c3']] },
        more: { d2: [['c3', 'd3']], a1: wide },
      }),
    );
    expect(pieces.rook!.movements).toMatchObject([
      { kind: 'table', shape: 'rays', white: { a1: [['a2', 'a3'], ['b1']], b1: [['c1']] } },
    ]);
    expect(pieces.pawn!.movements[2]).toMatchObject({
      shape: 'leaps',
      onto: 'enemy',
      white: { d2: [['e3', 'c3', 'd3']] },
    });
    expect(unwrap(readRuleset(formatRuleset({ ...standard, pieces })))).toEqual({ ...standard, pieces });
  });
});

test.each([
  ['an undefined theory', { rook: { by: ['streight'] } }, 'pieces.rook.movements[0].by[0]', /straight, pawn_up/],
  [
    'an undefined theory of one colour',
    { pawn: { by: { white: ['pawn_up'], black: ['x'] } } },
    'pieces.pawn.movements[2].by.black[0]',
    /unknown theory "x"/,
  ],
  ['no theories at all', { theories: {} }, 'pieces.rook.movements[0].by[0]', /define it under "theories"/],
  ['an inherited name', { rook: { by: ['constructor'] } }, 'pieces.rook.movements[0].by[0]', /unknown theory/],
  ['a theory twice', { rook: { by: ['straight', 'straight'] } }, 'pieces.rook.movements[0].by[1]', /twice/],
  ['rays and leaps in one', { rook: { by: ['straight', 'pawn_up'] } }, 'pieces.rook.movements[0].by', /two movements/],
  [
    'a theory that nothing uses',
    { theories: { ...THEORIES, spare: THEORIES.straight } },
    'theories.spare',
    /remove it/,
  ],
  [
    'a name that is not a predicate',
    { theories: { ...THEORIES, 'N-move': THEORIES.straight } },
    'theories',
    /named like predicates/,
  ],
  [
    'a text instead of lines',
    { theories: { straight: { shape: 'rays', prolog: 'a.' } } },
    'theories.straight.prolog',
    /a list/,
  ],
  [
    'two lines in one',
    { theories: { straight: { shape: 'rays', prolog: ['a.\nb.'] } } },
    'theories.straight.prolog[0]',
    /a line/,
  ],
  [
    'another shape',
    { theories: { straight: { shape: 'lines', prolog: PROLOG } } },
    'theories.straight.shape',
    /"rays" or "leaps"/,
  ],
  ['a colour missing', { pawn: { by: { white: ['pawn_up'] } } }, 'pieces.pawn.movements[2].by.black', /missing/],
])('%s is refused with its path', (_, wanted, path, says) => {
  const read = readDraft(draft(wanted));
  const refusals = read.ok ? [] : read.error;
  expect(refusals.map(({ facts }) => facts?.path)).toContain(path);
  expect(refusals.map(({ message }) => message).join('\n')).toMatch(says);
});

test('a king and a bishop cannot win, also if a table defines the bishop', () => {
  const bishopOf = (movement: Movement) =>
    compile({ ...standard, pieces: { ...standard.pieces, bishop: { letter: 'b', movements: [movement] } } });
  const table = asTable(standard.board, bishopMoves as Extract<Movement, { kind: 'slide' }>);
  const wins = (movement: Movement) =>
    canWin(unwrap(positionFromFen(bishopOf(movement), '8/8/4k3/8/8/3KB3/8/8 w - - 0 1')), 'white');
  expect([wins(bishopMoves), wins(table)]).toEqual([false, false]);
  expect(wins({ ...table, white: { ...table.white, d4: [...table.white.d4!, ['d5']] } })).toBe(true);
  expect(wins({ ...table, onto: 'enemy' })).toBe(true);
});
