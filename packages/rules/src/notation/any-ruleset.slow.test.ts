import { type Random, seededRandom, unwrap } from '@chessmith/std';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInCheck } from '../engine/attacks.js';
import { play } from '../engine/play.js';
import { type Position, TURN } from '../engine/position.js';
import { compile, legalMoves, type Move, positionFromFen } from '../engine.js';
import { formatSquare } from '../geometry.js';
import { readRuleset } from '../read-ruleset.js';
import { anyRuleset } from '../testing/any-ruleset.js';
import { formatFen } from './fen.js';
import { formatLongAlgebraic, parseLongAlgebraic } from './long-algebraic.js';
import { formatSan, parseSan } from './san.js';
import { formatUci, parseUci } from './uci.js';

const PLIES = 8;
const PAIRS = 40;

test('in random rulesets every legal move reads back, and every other is refused by a rule', () => {
  fc.assert(
    fc.property(anyRuleset, fc.nat(), (ruleset, seed) => {
      const read = readRuleset(ruleset);
      if (!read.ok && read.error.some(({ code }) => code !== 'ruleset/bad-start')) return;
      const random = seededRandom(seed);
      const position = unwrap(positionFromFen(compile(ruleset), ruleset.start as string));
      for (let ply = 0; ply < PLIES; ply++) {
        if (position.tables.noSelfCheck && isInCheck(position, position.state[TURN]! ^ 1)) return;
        const moves = legalMoves(position);
        expect(misread(position, moves), formatFen(position)).toEqual([]);
        expect(misjudged(position, moves, random), formatFen(position)).toEqual([]);
        if (moves.length === 0) return;
        play(position, random.pick(moves));
      }
    }),
    { seed: 7, numRuns: 120, endOnFailure: true },
  );
});

/** Moves that read back as another move, or not at all. */
const misread = (position: Position, moves: readonly Move[]): readonly string[] =>
  NOTATIONS.flatMap(([format, parse]) =>
    moves.flatMap((move) => {
      const text = format(position, move);
      const read = parse(position, text);
      return read.ok && read.value === move ? [] : [text];
    }),
  );

const NOTATIONS = [
  [formatUci, parseUci],
  [formatSan, parseSan],
  [formatLongAlgebraic, parseLongAlgebraic],
] as const;

/** Pairs of squares that are accepted though illegal, refused though legal, or refused without a rule. */
function misjudged(position: Position, moves: readonly Move[], random: Random): readonly string[] {
  const { tables } = position;
  const written = new Set(moves.map((move) => formatUci(position, move)));
  return Array.from({ length: PAIRS }, () =>
    [random.int(tables.size), random.int(tables.size)].map((square) => formatSquare(tables, square)).join(''),
  ).filter((text) => {
    const read = parseUci(position, text);
    if (read.ok) return !moves.includes(read.value);
    const isExplained = read.error.code === 'game/over' || typeof read.error.facts?.rule === 'string';
    return written.has(text) || !isExplained || read.error.code === 'move/illegal';
  });
}
