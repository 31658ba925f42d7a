import type { Chance } from '@chessmith/rules';
import { seededRandom, unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { FIRST_TARGET } from '../testing/first-target.js';
import { choicesOf } from './choices.js';
import { reach } from './geometry.js';
import type { FragmentsPosition } from './position.js';
import { possibleMerges, possibleMoves, possibleSplits } from './questions.js';
import { randomMove } from './random-move.js';
import { fragmentsReferee } from './referee.js';
import { formatSquare, parseSquare, type Square } from './square.js';
import { lookAt } from './table.js';
import { objectionToMerge, objectionToMove, objectionToSplit } from './validity.js';

const referee = fragmentsReferee();
const SQUARES = [...Array(64).keys()] as Square[];

describe('choices', () => {
  test('are exactly what is accepted, in positions of random games', { timeout: 60_000 }, () => {
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

  test('name the castling targets that do not go together with the arrival of the rook', () => {
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

  test('are of both sides in analysis', () => {
    const { position } = unwrap(referee.start({ free: true }, FIRST_TARGET));
    expect(choicesOf(position)).toHaveLength(2 * choicesOf({ ...position, free: false }).length);
  });
});

/** The lists of the protocol hold no square that is refused when it is played. */
function expectListsAccepted({ board }: FragmentsPosition): void {
  const table = lookAt(board);
  for (const shard of table.men.flatMap(({ shards }) => shards)) {
    const { square, man } = shard;
    for (const to of possibleMoves(board, square)) expect(objectionToMove(table, shard, to)).toBeUndefined();
    const splits = possibleSplits(board, square);
    for (const to of splits) {
      expect(splits.some((other) => objectionToSplit(table, shard, to, other) === undefined)).toBe(true);
    }
    for (const other of man.shards) {
      for (const to of possibleMerges(board, square, other.square)) {
        expect(objectionToMerge(table, shard, other, to)).toBeUndefined();
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

/** Every move and merge onto any square, and every split onto two squares of which one may be reached, tried. */
function accepted(position: FragmentsPosition): string[] {
  const table = lookAt(position.board);
  const found: string[] = [];
  for (const shard of table.men.filter(({ color }) => color === position.turn).flatMap(({ shards }) => shards)) {
    const from = formatSquare(shard.square);
    const near = [...reach(table, shard.man, shard.square), ...CASTLING, shard.square];
    for (const to of SQUARES) {
      if (objectionToMove(table, shard, to) === undefined) found.push(`${from}${formatSquare(to)}`);
      for (const second of shard.man.shards) {
        if (objectionToMerge(table, shard, second, to) !== undefined) continue;
        found.push(`${from}${formatSquare(second.square)}^${formatSquare(to)}`);
      }
    }
    for (const one of near) {
      for (const two of near) {
        if (objectionToSplit(table, shard, one, two) !== undefined) continue;
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
