import { expect, test } from 'vitest';
import { formatQuantumPgn, parseQuantumPgn } from './pgn.js';
import { START_FEN } from './qfen.js';

const LINE = {
  start: START_FEN,
  moves: ['b1^a3c3', 'd7d5', 'c3xd5.m0', 'e7e5', 'a3b5~1000000000000010', 'e5e4.m0~1000000000000010'],
};

test('a blocked move gets a comment, and a game reads back', () => {
  const text = formatQuantumPgn(LINE, { kind: 'draw', by: 'fifty-moves' });
  expect(text).toContain('[Variant "Quantum"]');
  expect(text.replaceAll('\n', ' ')).toContain(
    '1. b1^a3c3 d7d5 2. c3xd5.m0 {blocked} 2... e7e5 3. a3b5 {collapsed 1000000000000010}',
  );
  expect(parseQuantumPgn(text)).toEqual({ ok: true, value: LINE });
  const other = { start: '4k3/8/8/8/8/8/8/4K3 b - - 3 9', moves: ['e8e7'] };
  expect(parseQuantumPgn(formatQuantumPgn(other, null))).toEqual({ ok: true, value: other });
});

test('numbers, comments, variations and marks are ignored', () => {
  const text = '[Variant "quantum"]\n\n1.b1^a3c3! {a split} d7d6 ; a line\n(1... e7e5 2. e2e4) 2. a3c3^b1?! $5 *';
  expect(parseQuantumPgn(text)).toMatchObject({ value: { moves: ['b1^a3c3', 'd7d6', 'a3c3^b1'] } });
});

test.each(['', '[Variant "Atomic"]\n\n1. e4 *', '[Event "?"]\n\n1. e2e4 *'])(
  '%j is not a game of quantum chess',
  (text) => {
    expect(parseQuantumPgn(text)).toMatchObject({ ok: false, error: { code: 'quantum/bad-pgn' } });
  },
);
