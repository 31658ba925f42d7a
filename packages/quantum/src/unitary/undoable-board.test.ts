import { seededRandom } from '@chessmith/std';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomBoard, randomMove } from '../testing/random-board.js';
import { formatQfen } from './qfen.js';
import { undoableBoard } from './undoable-board.js';

const anyBoard = fc.tuple(fc.nat(), fc.nat(40)).map(([seed, plies]) => randomBoard(seededRandom(seed), plies));

test('undo restores the position to the last bit', () => {
  fc.assert(
    fc.property(anyBoard, fc.integer(), (board, seed) => {
      const random = seededRandom(seed);
      const search = undoableBoard(board);
      const before: { hash: string; qfen: string }[] = [];
      for (let depth = 0; depth < 12; depth++) {
        const move = randomMove(search.board, random);
        if (move === undefined) break;
        before.push({ hash: search.hash(), qfen: formatQfen(search.board, 'exact') });
        search.play(move, random.next());
      }
      for (const { hash, qfen } of before.reverse()) {
        search.undo();
        expect(search.hash()).toBe(hash);
        expect(formatQfen(search.board, 'exact')).toBe(qfen);
      }
    }),
    { numRuns: 100, seed: 21 },
  );
});

test('undo before the first move throws', () => {
  fc.assert(
    fc.property(anyBoard, (board) => {
      expect(() => undoableBoard(board).undo()).toThrow(RangeError);
    }),
    { numRuns: 1 },
  );
});
