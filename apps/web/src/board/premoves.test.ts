import { catalogue, type RulesetCard, type ViewPiece } from '@chessmith/rules';
import type * as cg from 'chessgroundx/types';
import { expect, test } from 'vitest';
import { groundPiece, keyOf, squareOf } from './ground.js';
import { premovesIn } from './premoves.js';

const ROLES = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn', A: 'archbishop' } as const;
const cardOf = (name: string, files = 8, ranks = 8): RulesetCard => ({
  ...{ name, title: name, summary: '', files, ranks },
  roles: Object.entries(ROLES).map(([letter, role]) => ({ role, letter })),
});

/** Where White's first piece of `Ke1 Rh1` could be sent. */
function sent(card: RulesetCard, men: string): readonly string[] {
  const standing = men.split(' ').map((man): ViewPiece => {
    const role = ROLES[man[0] as keyof typeof ROLES];
    return { role, square: man.slice(1), color: 'white' };
  });
  const pieces: cg.Pieces = new Map(standing.map((piece) => [keyOf(piece.square), groundPiece(piece, card)]));
  const targets = premovesIn(card)!({ pieces }, keyOf(standing[0]!.square), true);
  return targets.map(squareOf).toSorted();
}

test('a piece can be sent where it could go if nothing stood in its way, also onto a piece of its own', () => {
  expect(sent(cardOf('standard'), 'Pe2')).toEqual(['d3', 'e3', 'e4', 'f3']);
  expect(sent(cardOf('standard'), 'Nb1 Pd2')).toEqual(['a3', 'c3', 'd2']);
});

test('a king can be sent to castle as it is played: two files far, or in Chess960 onto its rook', () => {
  expect(sent(cardOf('standard'), 'Ke1 Rh1')).toEqual(['d1', 'd2', 'e2', 'f1', 'f2', 'g1']);
  expect(sent(cardOf('chess960'), 'Kb1 Rg1')).toEqual(['a1', 'a2', 'b2', 'c1', 'c2', 'g1']);
});

test('on boards of ten files and ranks too', () => {
  expect(sent(cardOf('grand', 10, 10), 'Pe3')).toEqual(['d4', 'e4', 'e5', 'f4']);
  expect(sent(cardOf('grand', 10, 10), 'Nj10')).toEqual(['h9', 'i8']);
});

test('nothing is sent ahead where something is hidden, drawn by lot, or of rules the page does not know', () => {
  for (const name of ['quantum', 'quantum-fragments', 'knightmate', 'sha256:0123']) {
    expect(premovesIn(cardOf(name)), name).toBe(null);
  }
  const others = catalogue.filter(({ name }) => premovesIn(cardOf(name)) === null);
  expect(others.map(({ name }) => name)).toEqual(['los-alamos', 'knightmate', 'pawn-war']);
});
