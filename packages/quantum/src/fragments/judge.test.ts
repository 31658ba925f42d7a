import { seededRandom, unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { FIRST_TARGET, judgeFragments } from './judge.js';

describe('judging a line of moves', () => {
  test("tells the log, the board in the protocol's numbers, and in analysis what is hidden", () => {
    const answer = unwrap(
      judgeFragments({
        start: 'HB8B\nKE8B\nPB5W\nKE1W',
        moves: ['m E1 E2', 's B8 A6 C6', 'm B5 C6', 'q A6', 'm A6 A5'],
        free: true,
        chance: FIRST_TARGET,
      }),
    );
    expect(answer.legal).toEqual([true, true, true, true, false]);
    expect(answer.steps.map(({ log }) => log)).toEqual([
      ['E1 moved to E2'],
      ['B8 split to A6 and C6'],
      ['B5 moved to C6', 'C6 measured, was not there'],
      [],
      [],
    ]);
    expect(answer.steps[1]?.pieces).toContainEqual({
      square: 'a6',
      role: 'knight',
      color: 'black',
      probability: 0.5,
      wire: 0x7fff,
      piece: 0,
      real: true,
    });
    expect(answer.steps[1]?.pieces).toContainEqual(expect.objectContaining({ square: 'c6', piece: 0, real: false }));
    expect(answer.steps[2]?.pieces).toContainEqual(expect.objectContaining({ square: 'a6', wire: 0xffff, real: true }));
    expect(answer.steps[4]?.refusal).toEqual({
      code: 'quantum/not-that-move',
      message: 'that chessman_ cant do that move',
    });
    expect(answer.steps[4]?.pieces).toEqual(answer.steps[3]?.pieces);
  });

  test('keeps the secret where it is a game', () => {
    const answer = unwrap(judgeFragments({ moves: ['b1^a3c3', 'q A3', 'b8^a6c6'], chance: FIRST_TARGET }));
    expect(answer.legal).toEqual([true, false, true]);
    for (const piece of answer.pieces) expect(Object.keys(piece)).not.toContain('real');
    expect(answer.moves).toContain('a3b5');
    expect(answer.splits).toContain('a3^c4b5');
    expect(answer.merges).toContain('a3c3^b5');
    expect(answer.turn).toBe('white');
  });

  test('goes on after a refusal, tells captures, and ends with the king', () => {
    const answer = unwrap(
      judgeFragments({ start: 'TE2W\nKA1W\nKE8B', moves: ['e2a9', 'e8d8', 'e2e8', 'a1a2'], chance: FIRST_TARGET }),
    );
    expect(answer.refusals.map((refusal) => refusal?.code ?? null)).toEqual([
      'quantum/unreadable-move',
      'quantum/not-your-chessman',
      null,
      'quantum/game-over',
    ]);
    expect(answer.steps[2]).toMatchObject({
      captured: [{ square: 'e8', role: 'king', color: 'black' }],
      log: ['E2 moved to E8', 'E8 was captured', 'End of the game, white wins'],
    });
    expect(answer.outcome).toEqual({ kind: 'win', winner: 'white', by: 'king-captured' });
    expect(answer.moves).toEqual([]);
  });

  test('depends on chance alone where coins fall', () => {
    const ask = (seed: number) => {
      const random = seededRandom(seed);
      const chance = { int: (bound: number) => random.int(bound), real: () => random.next() };
      return JSON.stringify(judgeFragments({ moves: ['b1^a3c3', 'g8^f6h6', 'a3^b5c4'], free: true, chance }));
    };
    expect(ask(3)).toBe(ask(3));
    expect(new Set([1, 2, 3, 4, 5, 6].map(ask)).size).toBeGreaterThan(1);
  });

  test('refuses a start that cannot be read', () => {
    const answer = judgeFragments({ start: 'TI9W', moves: [], chance: FIRST_TARGET });
    expect(!answer.ok && answer.error.code).toBe('quantum/bad-square');
  });
});
