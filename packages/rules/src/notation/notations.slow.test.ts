import { ok, seededRandom, unwrap } from '@chessmith/std';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outcomeOf } from '../engine/outcome.js';
import { play, undo } from '../engine/play.js';
import { hashOf, type Position } from '../engine/position.js';
import { compile, isCheck, legalMoves, startPosition } from '../engine.js';
import type { Ruleset } from '../ruleset.js';
import { catalogue } from '../rulesets/catalogue.js';
import { formatLongAlgebraic, parseLongAlgebraic } from './long-algebraic.js';
import { parseMove } from './move.js';
import { formatSan, formatSanPlain, parseSan, sanMark } from './san.js';
import { formatUci, parseUci } from './uci.js';

/** The position after that many random moves, or at the end of the game. */
function somewhere(ruleset: Ruleset, seed: number, plies: number): Position {
  const random = seededRandom(seed);
  const number = typeof ruleset.start === 'string' ? undefined : random.int(960);
  const position = unwrap(startPosition(compile(ruleset), number));
  for (let ply = 0; ply < plies; ply++) {
    const moves = legalMoves(position);
    if (moves.length === 0) break;
    play(position, random.pick(moves));
  }
  return position;
}

describe.each(catalogue.map((ruleset) => [ruleset.name, ruleset] as const))('%s', (_, ruleset) => {
  test('every legal move has a unique spelling that reads back', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 120 }), (seed, plies) => {
        const position = somewhere(ruleset, seed, plies);
        const moves = legalMoves(position);
        const hash = hashOf(position);
        for (const [format, parse] of [
          [formatUci, parseUci],
          [formatSan, parseSan],
          [formatLongAlgebraic, parseLongAlgebraic],
        ] as const) {
          const texts = moves.map((move) => format(position, move));
          expect(new Set(texts).size).toBe(moves.length);
          expect(texts.map((text) => parse(position, text))).toEqual(moves.map(ok));
          expect(texts.map((text) => parseMove(position, text))).toEqual(moves.map(ok));
        }
        expect(hashOf(position)).toBe(hash);
      }),
      { numRuns: 40 },
    );
  });

  test('a move gets the same mark before and after it is played', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 120 }), (seed, plies) => {
        const position = somewhere(ruleset, seed, plies);
        for (const move of legalMoves(position)) {
          const tried = formatSan(position, move);
          const plain = formatSanPlain(position, move);
          play(position, move);
          expect(plain + sanMark(outcomeOf(position, 'lichess'), isCheck(position))).toBe(tried);
          undo(position);
        }
      }),
      { numRuns: 40 },
    );
  });
});
