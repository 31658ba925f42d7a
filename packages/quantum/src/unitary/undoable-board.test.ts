import { seededRandom } from '@chessmith/std';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomBoard, randomMove } from '../testing/random-board.js';
import { formatQfen } from './qfen.js';
import { openLine } from './search.js';

const anyBoard = fc.tuple(fc.nat(), fc.nat(40)).map(([seed, plies]) => randomBoard(seededRandom(seed), plies));

test('moves played and taken back restore the position to the last bit', () => {
  fc.assert(
    fc.property(anyBoard, fc.integer(), (board, seed) => {
      const random = seededRandom(seed);
      const line = openLine(board);
      const before: { hash: string; qfen: string }[] = [];
      for (let depth = 0; depth < 12; depth++) {
        const move = randomMove(line.board, random);
        if (move === undefined) break;
        before.push({ hash: line.hash(), qfen: formatQfen(line.board, 'exact') });
        line.play(move, random.next());
      }
      for (const { hash, qfen } of before.reverse()) {
        line.undo();
        expect(line.hash()).toBe(hash);
        expect(formatQfen(line.board, 'exact')).toBe(qfen);
      }
    }),
    { numRuns: 100, seed: 21 },
  );
});

test('there is nothing to take back before the first move', () => {
  fc.assert(
    fc.property(anyBoard, (board) => {
      expect(() => openLine(board).undo()).toThrow(RangeError);
    }),
    { numRuns: 1 },
  );
});
