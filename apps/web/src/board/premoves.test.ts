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

/** The premove targets of the first piece in a list such as `Ke1 Rh1`. */
function targets(card: RulesetCard, men: string): readonly string[] {
  const standing = men.split(' ').map((man): ViewPiece => {
    const role = ROLES[man[0] as keyof typeof ROLES];
    return { role, square: man.slice(1), color: 'white' };
  });
  const pieces: cg.Pieces = new Map(standing.map((piece) => [keyOf(piece.square), groundPiece(piece, card)]));
  const targets = premovesIn(card)!({ pieces }, keyOf(standing[0]!.square), true);
  return targets.map(squareOf).toSorted();
}

test('a premove ignores pieces in the way, and can go to a square of an own piece', () => {
  expect(targets(cardOf('standard'), 'Pe2')).toEqual(['d3', 'e3', 'e4', 'f3']);
  expect(targets(cardOf('standard'), 'Nb1 Pd2')).toEqual(['a3', 'c3', 'd2']);
});

test('a castling premove goes two files, or in Chess960 onto the rook', () => {
  expect(targets(cardOf('standard'), 'Ke1 Rh1')).toEqual(['d1', 'd2', 'e2', 'f1', 'f2', 'g1']);
  expect(targets(cardOf('chess960'), 'Kb1 Rg1')).toEqual(['a1', 'a2', 'b2', 'c1', 'c2', 'g1']);
});

test('premoves work on boards of ten files and ranks', () => {
  expect(targets(cardOf('grand', 10, 10), 'Pe3')).toEqual(['d4', 'e4', 'e5', 'f4']);
  expect(targets(cardOf('grand', 10, 10), 'Nj10')).toEqual(['h9', 'i8']);
});

test('there are no premoves in rulesets with hidden information or chance, nor in those of authors', () => {
  for (const name of ['quantum', 'quantum-fragments', 'knightmate', 'sha256:0123']) {
    expect(premovesIn(cardOf(name)), name).toBe(null);
  }
  const others = catalogue.filter(({ name }) => premovesIn(cardOf(name)) === null);
  expect(others.map(({ name }) => name)).toEqual(['los-alamos', 'knightmate', 'pawn-war']);
});
