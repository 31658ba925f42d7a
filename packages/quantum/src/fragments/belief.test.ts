import type { Chance } from '@chessmith/rules';
import { seededRandom, unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { MOST_WORLDS } from './belief.js';
import { choicesOf } from './choices.js';
import type { FragmentsPosition } from './position.js';
import { fragmentsReferee } from './referee.js';

const referee = fragmentsReferee();

describe('the belief about the secret', () => {
  test('stays short even if both players entangle as much as possible', () => {
    const queens = ['A1', 'C1', 'E1', 'G1', 'B3', 'D3', 'F3', 'H3'].map(
      (square, i) => `Q${square}${i % 2 ? 'B' : 'W'}`,
    );
    let position = unwrap(referee.start({ position: queens.join('\n'), free: true }, chanceOf(0))).position;
    const chance = chanceOf(9);
    let largest = 0;
    for (let ply = 0; ply < 60; ply++) {
      const move = entanglingMove(position, chance);
      if (move === undefined) break;
      position = unwrap(referee.judge(position, move, chance)).after;
      largest = Math.max(largest, ...position.belief.map(({ worlds }) => worlds.length));
      for (const { men, worlds } of position.belief) {
        expect(worlds.length).toBeLessThanOrEqual(MOST_WORLDS);
        expect(worlds.reduce((sum, { odds }) => sum + odds, 0)).toBeCloseTo(1, 9);
        for (const { real } of worlds) {
          for (const [index, fragment] of real.entries()) {
            const man = position.board.men.find(({ id }) => id === men[index]);
            expect(man?.fragments.some(({ id }) => id === fragment)).toBe(true);
          }
        }
      }
    }
    expect(largest, 'the limit was met').toBe(MOST_WORLDS);
    const quantum = position.board.men.filter(({ fragments }) => fragments.length > 1).map(({ id }) => id);
    expect(Object.keys(referee.redraw(position, chance).world ?? {}).map(Number)).toEqual(quantum);
  });

  test('is empty if every chessman has one fragment', () => {
    let position = unwrap(referee.start({}, chanceOf(0))).position;
    expect(position.belief).toEqual([]);
    for (const move of ['b1^a3c3', 'e7e5', 'a3c3^b1']) {
      position = unwrap(referee.judge(position, move, chanceOf(1))).after;
    }
    expect(position.belief).toEqual([]);
    expect(position.world).toEqual({});
  });

  test('keeps independent chessmen in separate clusters', () => {
    let position = unwrap(referee.start({}, chanceOf(0))).position;
    for (const move of ['b1^a3c3', 'b8^a6c6', 'g1^f3h3']) {
      position = unwrap(referee.judge(position, move, chanceOf(1))).after;
    }
    expect(position.belief.map(({ worlds }) => worlds.length)).toEqual([2, 2, 2]);
  });
});

/** Splits and slides past other pieces but never captures: many secrets and no measurement. */
function entanglingMove(position: FragmentsPosition, chance: Chance): string | undefined {
  const taken = new Set(position.board.men.flatMap(({ fragments }) => fragments.map(({ square }) => square as number)));
  const index = (square: string) => (square.charCodeAt(0) - 97) * 8 + square.charCodeAt(1) - 49;
  const moves = choicesOf(position).flatMap((choice) => {
    if (choice.kind === 'split') return [`${choice.from}^${choice.to[0]}${choice.to.at(-1)}`];
    return choice.kind === 'move' ? choice.to.filter((to) => !taken.has(index(to))).map((to) => choice.from + to) : [];
  });
  const splits = moves.filter((move) => move.includes('^'));
  const pool = chance.int(3) === 0 && splits.length > 0 ? splits : moves;
  return pool[chance.int(pool.length)];
}

function chanceOf(seed: number): Chance {
  const random = seededRandom(seed);
  return { int: (bound) => random.int(bound), real: () => random.next() };
}
