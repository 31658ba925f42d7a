import type { Chance } from '@chessmith/rules';
import { seededRandom, unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { FIRST_TARGET } from '../testing/first-target.js';
import { choicesOf } from './choices.js';
import { reach } from './geometry.js';
import type { FragmentsPosition } from './position.js';
import { randomMove } from './random-move.js';
import { fragmentsReferee } from './referee.js';
import { formatSquare, parseSquare, type Square } from './square.js';
import { possibleMerges, possibleMoves, possibleSplits } from './square-queries.js';
import { objectionToMerge, objectionToMove, objectionToSplit } from './validity.js';
import { readOnlyBoard } from './working-board.js';

const referee = fragmentsReferee();
const SQUARES = [...Array(64).keys()] as Square[];

describe('choices', () => {
  test('are exactly the accepted moves in random games', () => {
    for (const [seed, board] of [
      [1, undefined],
      [2, 'TA1W\nKE1W\nTH1W\nQA2W\nTA8B\nKE8B\nTH8B\nQA7B'],
      [3, 'KE1W\nTA1W\nTH1W\nHB2W\nKE8B\nBB6B'],
    ] as const) {
      const chance = chanceOf(seed);
      let { position } = unwrap(referee.start(board === undefined ? {} : { position: board }, chance));
      for (let ply = 0; ply < 12 && position.winner === null; ply++) {
        expect(offered(position)).toEqual(accepted(position));
        expectListsAccepted(position);
        position = unwrap(referee.judge(position, randomMove(position, chance)!, chance)).after;
      }
    }
  });

  test('list castling targets that exclude the target of the rook', () => {
    const { position } = unwrap(referee.start({ position: 'KE1W\nTA1W\nTH1W' }, FIRST_TARGET));
    expect(choicesOf(position).find((one) => one.kind === 'split' && one.from === 'e1')).toEqual({
      kind: 'split',
      from: 'e1',
      to: ['f1', 'f2', 'e2', 'd2', 'd1', 'c1', 'g1'],
      notBoth: [
        ['c1', 'd1'],
        ['g1', 'f1'],
      ],
    });
  });

  test('are for both sides in analysis', () => {
    const { position } = unwrap(referee.start({ free: true }, FIRST_TARGET));
    expect(choicesOf(position)).toHaveLength(2 * choicesOf({ ...position, free: false }).length);
  });
});

/** The protocol's lists contain no square that is refused when played. */
function expectListsAccepted({ board }: FragmentsPosition): void {
  const working = readOnlyBoard(board);
  for (const shard of working.men.flatMap(({ shards }) => shards)) {
    const { square, man } = shard;
    for (const to of possibleMoves(board, square)) expect(objectionToMove(working, shard, to)).toBeUndefined();
    const splits = possibleSplits(board, square);
    for (const to of splits) {
      expect(splits.some((other) => objectionToSplit(working, shard, to, other) === undefined)).toBe(true);
    }
    for (const other of man.shards) {
      for (const to of possibleMerges(board, square, other.square)) {
        expect(objectionToMerge(working, shard, other, to)).toBeUndefined();
      }
    }
  }
}

function offered(position: FragmentsPosition): string[] {
  return choicesOf(position)
    .flatMap((choice): string[] => {
      switch (choice.kind) {
        case 'move':
          return choice.to.map((to) => `${choice.from}${to}`);
        case 'split':
          return choice.to.flatMap((one) =>
            choice.to
              .filter(
                (other) => other !== one && !choice.notBoth?.some((pair) => pair.includes(one) && pair.includes(other)),
              )
              .map((other) => `${choice.from}^${one}${other}`),
          );
        case 'merge':
          return choice.to.map((to) => {
            const other = choice.group.replace(choice.from, '');
            return `${choice.from}${other}^${to}`;
          });
        default:
          return [];
      }
    })
    .sort();
}

/** Tries every move and merge onto any square, and every split with at least one reachable square. */
function accepted(position: FragmentsPosition): string[] {
  const working = readOnlyBoard(position.board);
  const found: string[] = [];
  for (const shard of working.men.filter(({ color }) => color === position.turn).flatMap(({ shards }) => shards)) {
    const from = formatSquare(shard.square);
    const near = [...reach(working, shard.man, shard.square), ...CASTLING, shard.square];
    for (const to of SQUARES) {
      if (objectionToMove(working, shard, to) === undefined) found.push(`${from}${formatSquare(to)}`);
      for (const second of shard.man.shards) {
        if (objectionToMerge(working, shard, second, to) !== undefined) continue;
        found.push(`${from}${formatSquare(second.square)}^${formatSquare(to)}`);
      }
    }
    for (const one of near) {
      for (const two of near) {
        if (objectionToSplit(working, shard, one, two) !== undefined) continue;
        found.push(`${from}^${formatSquare(one)}${formatSquare(two)}`);
      }
    }
  }
  return [...new Set(found)].sort();
}

const CASTLING = ['c1', 'g1', 'c8', 'g8'].map((square) => parseSquare(square)!);

function chanceOf(seed: number): Chance {
  const random = seededRandom(seed);
  return { int: (bound) => random.int(bound), real: () => random.next() };
}
