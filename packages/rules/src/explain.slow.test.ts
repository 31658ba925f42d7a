import { seededRandom, unwrap } from '@chessmith/std';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { play } from './engine/play.js';
import type { Position } from './engine/position.js';
import { compile, legalMoves, startPosition } from './engine.js';
import { formatSquare } from './geometry.js';
import { formatUci, parseUci } from './notation/uci.js';
import { catalogue } from './rulesets/catalogue.js';

describe.each(catalogue.map((ruleset) => [ruleset.name, ruleset] as const))('%s', (_, ruleset) => {
  test('every legal pair of squares is accepted, and every other is refused by a rule', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 80 }), (seed, plies) => {
        const random = seededRandom(seed);
        const position = unwrap(startPosition(compile(ruleset)));
        for (let ply = 0; ply < plies && legalMoves(position).length > 0; ply++)
          play(position, random.pick(legalMoves(position)));
        const legal = new Set(legalMoves(position).map((move) => formatUci(position, move)));
        const before = position.cells.join();
        const unexplained: string[] = [];
        for (let i = 0; i < 300; i++) {
          const text = pair(position, random.int(position.tables.size), random.int(position.tables.size));
          const answer = parseUci(position, text);
          if (answer.ok !== legal.has(answer.ok ? formatUci(position, answer.value) : text)) unexplained.push(text);
          if (!answer.ok && answer.error.code !== 'game/over' && typeof answer.error.facts?.rule !== 'string')
            unexplained.push(text);
          if (!answer.ok && answer.error.code === 'move/illegal') unexplained.push(text);
        }
        expect(unexplained).toEqual([]);
        expect(position.cells.join()).toBe(before);
      }),
      { numRuns: 20 },
    );
  });
});

const pair = ({ tables }: Position, from: number, to: number): string =>
  formatSquare(tables, from) + formatSquare(tables, to);
