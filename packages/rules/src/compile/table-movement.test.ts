import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { perft, perftPlayed } from '../engine/perft.js';
import { compile, positionFromFen } from '../engine.js';
import { readRuleset } from '../read-ruleset.js';
import type { Movement, Ruleset } from '../ruleset.js';
import { standard } from '../rulesets/standard.js';
import { asTable } from '../testing/as-table.js';

/**
 * The ruleset with every slide as a table of rays and every leap as a table of leaps, except those that `keep` selects.
 */
const inTables = (ruleset: Ruleset, keep: (movement: Movement) => boolean): Ruleset => ({
  ...ruleset,
  pieces: Object.fromEntries(
    Object.entries(ruleset.pieces).map(([role, kind]) => [
      role,
      {
        ...kind,
        movements: kind.movements.map((movement) =>
          (movement.kind === 'slide' || movement.kind === 'leap') && !keep(movement)
            ? asTable(ruleset.board, movement)
            : movement,
        ),
      },
    ]),
  ),
});

const POSITIONS = [
  ['the start', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 4, 197281],
  ['kiwipete', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 3, 97862],
  ['promotions all over', 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', 3, 9467],
] as const;

describe.each([
  ['sliders as tables of rays', inTables(standard, ({ kind }) => kind === 'leap')],
  [
    'pawn captures as tables of leaps',
    inTables(standard, (movement) => !('onto' in movement && movement.onto === 'enemy')),
  ],
  ['sliders and leapers as tables', inTables(standard, () => false)],
] as const)('standard chess with %s', (_, ruleset) => {
  test.each(POSITIONS)('has the published perft from %s', (_name, fen, depth, leaves) => {
    const position = unwrap(positionFromFen(compile(ruleset), fen));
    expect(perft(position, depth)).toBe(leaves);
    expect(perftPlayed(position, depth - 1)).toBe(perft(position, depth - 1));
  });

  test('survives a round trip through JSON', () => {
    expect(unwrap(readRuleset(JSON.parse(JSON.stringify(ruleset))))).toEqual(ruleset);
  });
});
