import { readFileSync } from 'node:fs';
import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { judgeQuantum } from './judge.js';

type Case = {
  id: string;
  position: { fen: string };
  moves: string[];
  expect: {
    legal: boolean[];
    allLegal: boolean;
    passProbability: number | null;
    probabilities: Record<string, number>;
    boards: { p: number }[];
    result?: string | null;
  };
};

const file = new URL('../../../../testdata/quantum-cases.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: Case[] };
const chance = { int: () => 0, real: () => 0 };

test.each(cases.map((each) => [each.id, each] as const))('judged in free analysis: %s', (_, each) => {
  const answer = unwrap(judgeQuantum({ start: each.position.fen, moves: each.moves, free: true, chance }));
  expect(answer.legal).toEqual(each.expect.legal);
  const pieces = Object.fromEntries(answer.pieces.map((piece) => [piece.square, expect.closeTo(piece.probability, 6)]));
  expect(each.expect.probabilities).toEqual(pieces);
  expect(answer.boards).toHaveLength(Math.min(64, each.expect.boards.length));
  const last = answer.steps.at(-1);
  if (each.expect.allLegal && last !== undefined) {
    const wanted = each.expect.passProbability;
    expect(last.success).toEqual(wanted === null ? null : expect.closeTo(wanted, 6));
  }
  if (each.expect.result !== undefined) {
    expect(answer.outcome?.kind === 'win' ? answer.outcome.winner : null).toBe(each.expect.result);
  }
});

test('a start that cannot be read is refused as a whole', () => {
  const answer = judgeQuantum({ start: 'nonsense', moves: [], chance });
  expect(answer.ok ? null : answer.error.code).toBe('quantum/bad-position');
});

test('what may be done is told apart: moves, splits, merges', () => {
  const answer = unwrap(judgeQuantum({ moves: ['b1^a3c3', 'e7e5'], chance }));
  expect(answer.moves).toContain('c3b5');
  expect(answer.splits).toContain('g1^f3h3');
  expect(answer.merges).toContain('a3c3^b1');
  expect(answer.steps[0]).toMatchObject({ legal: true, notation: 'b1^a3c3', success: null, turn: 'black' });
});
