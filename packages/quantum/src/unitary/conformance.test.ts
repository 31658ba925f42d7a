import { readFileSync } from 'node:fs';
import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { parseBoardMove } from '../testing/board-move.js';
import { type Board, classicalBoard } from './board.js';
import { kingsOutcome, royalsOf } from './endings.js';
import { legalMove } from './legal-move.js';
import { parseMove } from './notation.js';
import { kindLetter, NONE, PAWN } from './piece.js';
import { FORCE_BLOCK, FORCE_PASS, PlayResult, playMove, successProbability } from './play.js';
import { boardsOf, marginals } from './probability.js';
import { parseQfen } from './qfen.js';
import { parseSquare, squareName } from './square.js';

type Case = {
  id: string;
  layer: string;
  position: { occupancy?: string[]; fen: string; ignoreTurnOrder: boolean; ignoreWin: boolean };
  boardMoves?: string[];
  moves: string[];
  expect: {
    legal: boolean[];
    allLegal: boolean;
    measured: boolean;
    passProbability: number | null;
    applied: boolean | null;
    probabilities: Record<string, number>;
    boards: { squares: string[]; p: number }[];
    basisStates?: number;
    pieces?: Record<string, string>;
    result?: string | null;
    tolerance: number;
  };
};

const file = new URL('../../../../testdata/quantum-cases.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: Case[] };
const named = (list: readonly Case[]) => list.map((each) => [each.id, each] as const);

describe('published positions, move by move without legality checks', () => {
  test.each(named(cases.filter((each) => each.layer.includes('board'))))('%s', (_, each) => {
    const pieces = new Array<number>(64).fill(NONE);
    for (const square of each.position.occupancy!) pieces[parseSquare(square)] = PAWN;
    const board = classicalBoard(pieces);
    let last = { success: null as number | null, result: PlayResult.done as number };
    for (const text of each.boardMoves!) {
      const { move, measured } = parseBoardMove(text);
      last = { success: successProbability(board, move), result: playMove(board, move, drawFor(measured)) };
    }
    expectState(board, each);
    if (each.boardMoves!.length > 0) expectLast(last, each);
    if (each.expect.basisStates !== undefined) expect(board.wave.size).toBe(each.expect.basisStates);
  });
});

describe('published positions, by the rules', () => {
  test.each(named(cases.filter((each) => each.layer.includes('engine'))))('%s', (_, each) => {
    const board = unwrap(parseQfen(each.position.fen));
    const royal = royalsOf(board);
    let last = { success: null as number | null, result: PlayResult.done as number };
    const legal = each.moves.map((text) => {
      const written = unwrap(parseMove(text));
      const found = legalMove(board, written, each.position.ignoreTurnOrder);
      if (!found.ok) return false;
      last = {
        success: successProbability(board, found.value),
        result: playMove(board, found.value, drawFor(written.measured)),
      };
      return true;
    });
    expect(legal).toEqual(each.expect.legal);
    expectState(board, each);
    if (each.expect.allLegal && each.moves.length > 0) expectLast(last, each);
    for (const [square, letter] of Object.entries(each.expect.pieces ?? {})) {
      expect(kindLetter(board.piece[parseSquare(square)]!)).toBe(letter);
    }
    if (each.expect.result !== undefined) {
      const outcome = kingsOutcome(board, royal);
      expect(outcome?.kind === 'win' ? outcome.winner : null).toBe(each.expect.result);
    }
  });
});

const drawFor = (measured: 0 | 1 | undefined): number => (measured === 0 ? FORCE_BLOCK : FORCE_PASS);

function expectLast(last: { success: number | null; result: number }, each: Case): void {
  expect(last.success !== null).toBe(each.expect.measured);
  if (each.expect.passProbability !== null) expect(last.success).toBeCloseTo(each.expect.passProbability, 6);
  expect(last.result === PlayResult.passed || last.result === PlayResult.done).toBe(each.expect.applied);
}

function expectState(board: Board, each: Case): void {
  const seen = marginals(board);
  for (let square = 0; square < 64; square++) {
    const wanted = each.expect.probabilities[squareName(square)] ?? 0;
    expect(Math.abs(seen[square]! - wanted), squareName(square)).toBeLessThan(each.expect.tolerance);
  }
  const boards = new Map(boardsOf(board, Number.POSITIVE_INFINITY).map((one) => [one.squares.join(), one.probability]));
  expect(boards.size).toBe(each.expect.boards.length);
  for (const wanted of each.expect.boards) {
    const key = [...wanted.squares].sort((a, b) => parseSquare(a) - parseSquare(b)).join();
    expect(Math.abs((boards.get(key) ?? 0) - wanted.p), key).toBeLessThan(each.expect.tolerance);
  }
}
