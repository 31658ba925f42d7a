import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { compileTables } from '../compile/compile.js';
import { parseFen } from '../notation/fen.js';
import { ORTHOGONAL } from '../pieces.js';
import type { Ruleset } from '../ruleset.js';
import { standard } from '../rulesets/standard.js';
import { checkedRoyals, isInCheck } from './attacks.js';
import { setUp } from './set-up.js';

const shortRooks: Ruleset = {
  ...standard,
  pieces: { ...standard.pieces, rook: { letter: 'r', movements: [{ kind: 'slide', along: ORTHOGONAL, upTo: 2 }] } },
};

test.each([
  ['4k3/8/4R3/8/8/8/8/4K3 b - - 0 1', true],
  ['4k3/8/8/4R3/8/8/8/4K3 b - - 0 1', false],
  ['4k3/4p3/4R3/8/8/8/8/4K3 b - - 0 1', false],
])('a rook of range two: in %s black is in check: %s', (fen, expected) => {
  for (const bits of [true, false]) {
    const tables = compileTables(shortRooks, { bits });
    const position = setUp(tables, unwrap(parseFen(tables, fen)));
    expect(isInCheck(position, 1)).toBe(expected);
    expect(checkedRoyals(position, 1).length > 0).toBe(expected);
  }
});
