import { describe, expect, test } from 'vitest';
import { chessmith } from '../testing/chessmith.js';

type Json = { readonly [name: string]: unknown };

async function judge(...lines: (object | string)[]): Promise<Json[]> {
  const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const { code, out, err } = await chessmith(['judge'], { input: `${input}\n` });
  expect([code, err]).toEqual([0, '']);
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);
}

test('the response has the legality of each move and the position', async () => {
  const [answer] = await judge({ ruleset: 'standard', moves: ['e2e4', 'e7e5', 'Ke3', 'Qh5'] });
  expect(answer).toEqual({
    legal: [true, true, false, true],
    refusals: [null, null, expect.objectContaining({ code: 'move/not-reachable' }), null],
    turn: 'black',
    fen: 'rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2',
    pieces: expect.arrayContaining([
      { square: 'h5', role: 'queen', color: 'white', probability: 1 },
      { square: 'e5', role: 'pawn', color: 'black', probability: 1 },
    ]),
    moves: expect.arrayContaining(['g8f6', 'b8c6']),
    check: false,
    outcome: null,
  });
  expect(answer?.pieces).toHaveLength(32);
  expect(answer?.moves).toHaveLength(26);
});

test('the response has the outcome, and later moves are refused', async () => {
  const [answer] = await judge({ ruleset: 'standard', moves: ['f3', 'e5', 'g4', 'Qh4', 'a3'] });
  expect(answer).toMatchObject({
    legal: [true, true, true, true, false],
    check: true,
    moves: [],
    outcome: { kind: 'win', winner: 'black', by: 'checkmate' },
  });
  expect(answer?.refusals).toContainEqual(expect.objectContaining({ code: 'game/over' }));
});

test('a trace has a step for each move', async () => {
  const [answer] = await judge({ ruleset: 'standard', moves: ['e4', 'd5', 'e4e6', 'exd5'], trace: true });
  const steps = answer?.steps as Json[];
  expect(steps).toHaveLength(4);
  expect(steps[0]).toMatchObject({ legal: true, refusal: null, turn: 'black', captured: [] });
  expect(steps[2]).toMatchObject({ legal: false, refusal: { code: expect.any(String) }, turn: 'white', log: [] });
  expect(steps[3]).toMatchObject({
    legal: true,
    turn: 'black',
    captured: [{ square: 'd5', role: 'pawn', color: 'black' }],
    log: ['white pawn e4 to d5', 'black pawn captured on d5'],
  });
  expect(steps[3]?.pieces).toHaveLength(31);
});

describe('a start', () => {
  const KINGS = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';
  test.each<[string, unknown, string]>([
    ['a FEN', KINGS, KINGS],
    ['a board as text', '* * * * k **\n** {5}\n* * * * P **\n* * * * K **', KINGS],
    ['an object with a FEN', { fen: KINGS }, KINGS],
    [
      'an object with a board and the turn',
      { board: ['* * * * k **', '** {6}', '* * * * K **'], turn: 'black' },
      '4k3/8/8/8/8/8/8/4K3 b - - 0 1',
    ],
    [
      'pieces that have not moved',
      { position: '4k3/8/8/8/8/8/8/R3K2R w - - 0 1', unmoved: ['e1', 'h1'] },
      '4k3/8/8/8/8/8/8/R3K2R w K - 0 1',
    ],
    ['nothing', null, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'],
  ])('may be %s', async (_, start, fen) => {
    expect((await judge({ ruleset: 'standard', start, moves: [] }))[0]?.fen).toBe(fen);
  });

  test('of Chess960 is the usual one or has a number', async () => {
    const [usual, first] = await judge(
      { ruleset: 'chess960', moves: [] },
      { ruleset: 'chess960', start: 0, moves: [] },
    );
    expect(usual?.fen).toMatch(/^rnbqkbnr\//);
    expect(first?.fen).toMatch(/^bbqnnrkr\//);
  });
});

test('free analysis needs no kings and no turns, and may have obstacles', async () => {
  const [answer] = await judge({
    ruleset: 'standard',
    start: '** {4}\n* * x **\n** {2}\n* * R **',
    moves: ['c1c3', 'c3c5', 'c3c4'],
    free: true,
  });
  expect(answer?.legal).toEqual([true, false, true]);
  expect(answer?.moves).toEqual(expect.arrayContaining(['c4a4']));
  expect(answer?.pieces).toContainEqual({ square: 'c4', role: 'rook', color: 'white', probability: 1 });
});

test('an invalid line gets an error, and reading goes on', async () => {
  const answers = await judge(
    'no JSON',
    '',
    { ruleset: 'standart', moves: [] },
    { ruleset: 'standard', moves: 'e4' },
    { ruleset: 'standard', moves: [], sed: 1 },
    { ruleset: 'standard', start: '8/8', moves: [] },
    { ruleset: 'standard', start: '8/8/8/8/8/8/8/8 w - - 0 1', moves: [] },
    { ruleset: 'standard', start: { fen: 'x', board: 'y' }, moves: [] },
    { ruleset: 'standard', moves: ['e4'] },
  );
  expect(answers.map(({ error }) => (error as Json | undefined)?.code)).toEqual([
    'json/not-json',
    'json/not-json',
    'judge/unknown-ruleset',
    'json/wrong-type',
    'json/unknown-field',
    'fen/malformed',
    expect.stringMatching(/^position\//),
    expect.stringMatching(/^json\//),
    undefined,
  ]);
  expect(answers[2]).toMatchObject({ error: { message: "There is no ruleset 'standart'; did you mean standard?" } });
  expect(answers[3]).toMatchObject({ error: { message: 'moves: expected a list' } });
  expect(answers[8]).toMatchObject({ legal: [true] });
});

test('an endless line is refused without being stored', async () => {
  const [long, next] = await judge(`{"ruleset":"${'x'.repeat(1 << 23)}`, { ruleset: 'standard', moves: [] });
  expect(long).toMatchObject({ error: { code: 'judge/line-too-long' } });
  expect(next).toMatchObject({ turn: 'white' });
});
