import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { judgeLines } from '../testing/judge-lines.js';

type Case = {
  readonly id: string;
  readonly position: { readonly fen: string; readonly ignoreTurnOrder: boolean; readonly ignoreWin: boolean };
  readonly moves: readonly string[];
  readonly expect: {
    readonly legal: readonly boolean[];
    readonly allLegal: boolean;
    readonly measured: boolean;
    readonly passProbability: number | null;
    readonly applied: boolean | null;
    readonly probabilities: { readonly [square: string]: number };
    readonly boards: readonly { readonly squares: readonly string[]; readonly p: number }[];
    readonly basisStates?: number;
    readonly pieces?: { readonly [square: string]: string };
    readonly result?: string | null;
    readonly tolerance: number;
  };
};

type Piece = {
  readonly square: string;
  readonly role: string;
  readonly color: 'white' | 'black';
  readonly probability: number;
};
type QuantumMove = {
  readonly legal: boolean;
  readonly refusal: { readonly code: string } | null;
  readonly turn: string;
  readonly pieces: readonly Piece[];
  readonly captured: readonly object[];
  readonly log: readonly string[];
  readonly success: number | null;
  readonly notation: string | null;
};
type QuantumResponse = {
  readonly legal: readonly boolean[];
  readonly refusals: readonly ({ readonly code: string; readonly message: string } | null)[];
  readonly turn: string;
  readonly fen: string;
  readonly pieces: readonly Piece[];
  readonly moves: readonly string[];
  readonly check: boolean;
  readonly outcome: { readonly kind: string; readonly winner?: string; readonly by: string } | null;
  readonly boards: readonly { readonly squares: readonly string[]; readonly p: number }[];
  readonly states: number;
  readonly splits: readonly string[];
  readonly merges: readonly string[];
  readonly steps: readonly QuantumMove[];
};

const file = new URL('../../../../testdata/quantum-cases.json', import.meta.url);
const { cases: CASES } = JSON.parse(readFileSync(file, 'utf8')) as { cases: readonly Case[] };
const named = (cases: readonly Case[]) => cases.map((each) => [each.id, each] as const);

const request = ({ position, moves }: Case, free: boolean) => ({
  ruleset: 'quantum',
  start: position.fen,
  moves,
  free,
  trace: true,
});

/**
 * All published cases as request lines, except `boardMoves`: moves with an explicit type on bare occupancies, without
 * legality. Each of those cases also has the same moves for the rules, and those are judged.
 */
describe('every published position, in free analysis', () => {
  const answers = new Map<string, QuantumResponse>();
  beforeAll(async () => {
    const given = await judgeLines<QuantumResponse>(CASES.map((each) => request(each, true)));
    for (const [i, each] of CASES.entries()) answers.set(each.id, given[i]!);
  });

  test.each(named(CASES))('%s', (id, each) => expectCase(answers.get(id)!, each));
});

/** Positions that are games: with turns, kings and drawn outcomes. */
const PLAYED = CASES.filter(({ position, moves }) => {
  const { fen, ignoreTurnOrder, ignoreWin } = position;
  return (
    !ignoreTurnOrder && !ignoreWin && /K.* /.test(fen) && /k.* /.test(fen) && !moves.some((move) => /\.m/.test(move))
  );
});

describe('published positions that are games', () => {
  test('there are some', () => expect(PLAYED.length).toBeGreaterThan(20));

  test.each(named(PLAYED))('%s', async (_, each) => {
    const [answer] = await judgeLines<QuantumResponse>([request(each, false)]);
    expectCase(answer!, each);
  });
});

function expectCase(answer: QuantumResponse, { expect: wanted, moves }: Case): void {
  expect(answer.legal).toEqual(wanted.legal);
  expect(answer.refusals.map((refusal) => refusal === null)).toEqual(wanted.legal);
  const near = (p: number) => expect.closeTo(p, -Math.log10(2 * wanted.tolerance));
  const probabilities = Object.entries(wanted.probabilities).map(([square, p]) => [square, near(p)] as const);
  expect(Object.fromEntries(answer.pieces.map(({ square, probability }) => [square, probability]))).toEqual(
    Object.fromEntries(probabilities),
  );
  const boards = [...wanted.boards]
    .sort((a, b) => b.p - a.p)
    .slice(0, 64)
    .map(({ squares, p }) => ({ squares: [...squares].sort(), p: near(p) }));
  expect(answer.boards).toHaveLength(boards.length);
  expect(answer.boards.map(({ squares, p }) => ({ squares: [...squares].sort(), p }))).toEqual(
    expect.arrayContaining(boards),
  );
  if (wanted.basisStates !== undefined) expect(answer.states).toBe(wanted.basisStates);
  for (const [square, letter] of Object.entries(wanted.pieces ?? {})) {
    const { role, color } = answer.pieces.find((piece) => piece.square === square)!;
    const named = role === 'knight' ? 'n' : role[0]!;
    expect(color === 'white' ? named.toUpperCase() : named).toBe(letter);
  }
  if (wanted.result !== undefined) expect(answer.outcome?.winner ?? null).toBe(wanted.result);
  expect(answer.check).toBe(false);
  expect(answer.steps.map(({ legal }) => legal)).toEqual(wanted.legal);
  expect(answer.steps.at(-1)?.pieces ?? answer.pieces).toEqual(answer.pieces);
  if (!wanted.allLegal || moves.length === 0) return;
  const last = answer.steps.at(-1)!;
  expect(last.success !== null).toBe(wanted.measured);
  expect(last.success).toEqual(wanted.passProbability === null ? null : near(wanted.passProbability));
  if (wanted.applied !== null) expect(!/\.m0$/.test(last.notation!) && last.success !== 0).toBe(wanted.applied);
}

const CAPTURE = '4k3/8/8/8/2p5/8/8/1N2K3 w - - 0 1';
const HALVES = ['b1^a3d2', 'e8e7'];

test('an outcome is forced in free analysis, and drawn from the seed in a game', async () => {
  const ask = (move: string, more: object) => ({
    ruleset: 'quantum',
    start: CAPTURE,
    moves: [...HALVES, move],
    trace: true,
    ...more,
  });
  const [m1, m0, forced, ...drawn] = await judgeLines<QuantumResponse>([
    ask('a3xc4.m1', { free: true }),
    ask('a3xc4.m0', { free: true }),
    ask('a3xc4.m1', {}),
    ...[0, 1, 2, 3, 4, 5, 6, 7, 0].map((seed) => ask('a3c4', { seed })),
  ]);
  expect(m1!.steps[2]).toMatchObject({
    legal: true,
    success: expect.closeTo(0.5),
    notation: 'a3xc4.m1',
    captured: [{ square: 'c4', role: 'pawn', color: 'black' }],
  });
  expect(m1!.pieces).toContainEqual({ square: 'c4', role: 'knight', color: 'white', probability: 1 });
  expect(m0!.steps[2]).toMatchObject({ legal: true, notation: 'a3xc4.m0', captured: [] });
  expect(m0!.pieces).toContainEqual({ square: 'd2', role: 'knight', color: 'white', probability: 1 });
  expect(forced!.legal).toEqual([true, true, false]);
  expect(forced!.refusals[2]).toMatchObject({ code: 'quantum/outcome-is-drawn' });
  expect(new Set(drawn.map(({ steps }) => steps[2]!.notation))).toEqual(new Set(['a3xc4.m0', 'a3xc4.m1']));
  expect(drawn.at(-1)).toEqual(drawn[0]);
});

test('moves, splits and merges are listed apart, and each of them is legal', async () => {
  const [answer] = await judgeLines<QuantumResponse>([
    { ruleset: 'quantum', moves: ['b1^a3c3', 'e7e5', 'g1f3', 'd7d5'] },
  ]);
  const { moves, splits, merges } = answer!;
  expect(moves).toEqual(expect.arrayContaining(['c3d5', 'f3e5', 'e2e4']));
  expect(splits).toEqual(expect.arrayContaining(['a3^b5c4', 'a3^c4b5']));
  expect(merges).toEqual(expect.arrayContaining(['a3c3^b5', 'c3a3^b5']));
  const all = [...moves, ...splits, ...merges];
  const tried = await judgeLines<QuantumResponse>(
    all.map((move) => ({ ruleset: 'quantum', start: answer!.fen, moves: [move] })),
  );
  expect(tried.filter(({ legal }) => !legal[0])).toEqual([]);
});

test('the QFEN of an answer is a start from which the game goes on', async () => {
  const moves = ['b1^a3c3', 'g8^f6h6', 'c3d5', 'e7e6'];
  const [whole] = await judgeLines<QuantumResponse>([{ ruleset: 'quantum', moves, trace: false }]);
  let fen: string | undefined;
  for (const move of moves) {
    const [next] = await judgeLines<QuantumResponse>([
      { ruleset: 'quantum', ...(fen === undefined ? {} : { start: fen }), moves: [move] },
    ]);
    fen = next!.fen;
  }
  const [again] = await judgeLines<QuantumResponse>([{ ruleset: 'quantum', start: fen, moves: [] }]);
  expect({ ...again, fen: null, legal: [], refusals: [] }).toEqual({ ...whole, fen: null, legal: [], refusals: [] });
});

test('an ended game is over, and a start may say whose turn it is', async () => {
  const [over, black, bad] = await judgeLines<QuantumResponse & { readonly error?: object }>([
    { ruleset: 'quantum', start: '4k3/4R3/8/8/8/8/8/4K3 w - - 0 1', moves: ['e7e8', 'e1e2'] },
    { ruleset: 'quantum', start: { turn: 'black' }, moves: ['e7e5'] },
    { ruleset: 'quantum', start: 'nonsense', moves: [] },
  ]);
  expect(over).toMatchObject({
    legal: [true, false],
    refusals: [null, { code: 'game/over' }],
    moves: [],
    splits: [],
    merges: [],
    outcome: { kind: 'win', winner: 'white', by: 'king-captured' },
  });
  expect(black).toMatchObject({ legal: [true], turn: 'white' });
  expect(bad).toEqual({ error: expect.objectContaining({ code: 'quantum/bad-position' }) });
});
