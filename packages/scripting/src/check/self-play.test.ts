import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { readStart } from '../contract/read-answer.js';
import { NO_PROGRESS } from '../progress.js';
import type { Program } from '../sandbox/port.js';
import { formatReport } from './report.js';
import { playAgainstItself, type SelfPlayLimits } from './self-play.js';
import type { Trial } from './trial.js';

const program: Program = { language: 'javascript', id: 'abcd', bytes: new Uint8Array(), isCold: false, functions: [] };
const limits: SelfPlayLimits = { games: 20, moves: 2000, cpuMs: 15_000, wallMs: Number.POSITIVE_INFINITY };

const move = (x: number, from: number, to: number) => ({ from_x: x, from_y: from, to_x: x, to_y: to });
const king = { color: 'white', name: 'king', x: 0, y: 0 };
const start = {
  pieces: [king, { ...king, color: 'black', y: 7 }],
  possible_moves: [move(0, 0, 1), move(0, 0, 2)],
  additional_data: 0,
  status: 'running',
};

/** A script whose answer stays the same until White wins, with a rook on the board, after so many moves. */
function endingAfter(plies: number, cpuMsPerMove: number): Trial & { readonly repeated: number } {
  let usedMs = 0;
  let repeated = 0;
  const once: Trial['once'] = async ({ args }, read) => {
    usedMs += cpuMsPerMove;
    const made = (JSON.parse(args) as unknown[])[3] as number;
    const isOver = made + 1 >= plies;
    const pieces = isOver ? [king, { ...king, name: 'rook', y: 1 }, start.pieces[1]] : start.pieces;
    const side = (made % 2 === 0 ? start.pieces[1] : king) as typeof king;
    const possible_moves = isOver ? [] : [move(0, side.y, 3), move(0, side.y, 4)];
    const status = isOver ? 'white won' : 'running';
    return read(JSON.stringify({ pieces, possible_moves, additional_data: made + 1, status }));
  };
  return {
    once,
    twice(call, read) {
      repeated++;
      return once(call, read);
    },
    get repeated() {
      return repeated;
    },
    printed: () => '',
    slowestMs: 1,
    get usedMs() {
      return usedMs;
    },
  };
}

const play = async (trial: Trial, more: Partial<SelfPlayLimits> = {}) => {
  const { card, state } = unwrap(readStart(JSON.stringify(start)));
  return unwrap(await playAgainstItself(trial, { program, card, start: state }, { ...limits, ...more }, NO_PROGRESS));
};

test('a check whose games all end does not mention limits', async () => {
  const played = await play(endingAfter(30, 1));
  expect(played).toMatchObject({ games: 20, finished: 20, plies: 600 });
  expect(played.unfinished).toBeUndefined();
});

test('a check that uses up its CPU time says so, and finishes some games all the same', async () => {
  const played = await play(endingAfter(100, 20));
  // 750 moves: half of them for all games side by side, the rest for the longest games.
  expect(played).toMatchObject({ finished: 4, unfinished: { because: 'cpu', shortest: 19, longest: 65 } });
  expect(played.plies).toBe(750);
});

test('a check of long games ends after a number of moves', async () => {
  const played = await play(endingAfter(180, 1), { moves: 1000 });
  expect(played).toMatchObject({ plies: 1000, unfinished: { because: 'moves', shortest: 25 } });
  expect(played.finished).toBeGreaterThan(2);
});

test('the first thousand moves are played twice', async () => {
  const trial = endingAfter(180, 1);
  const played = await play(trial, { moves: 3000 });
  expect([played.repeated, trial.repeated, played.plies]).toEqual([1000, 1000, 3000]);
  expect(await play(endingAfter(30, 1))).toMatchObject({ plies: 600, repeated: 600 });
});

test('a check that uses up its wall time says so', async () => {
  expect(await play(endingAfter(30, 1), { wallMs: 0 })).toMatchObject({
    finished: 0,
    unfinished: { because: 'clock', shortest: 0, longest: 0 },
  });
});

test('the result lists every kind of piece that stood on a board', async () => {
  expect((await play(endingAfter(3, 1))).seen).toEqual(['king', 'rook']);
  expect((await play(endingAfter(3, 1), { moves: 20 })).seen).toEqual(['king']);
});

test('the report says what was not tried', async () => {
  const { card } = unwrap(readStart(JSON.stringify(start)));
  const lineAbout = async (plies: number, more: Partial<SelfPlayLimits>) => {
    const selfPlay = await play(endingAfter(plies, 1), more);
    return formatReport({ language: 'javascript', printed: '', ok: true, card, selfPlay, rolesInPlay: [] }).split(
      '\n',
    )[2];
  };
  expect(await lineAbout(180, { moves: 1000 })).toBe(
    'Not everything was tried: the check stopped at its limit of 1000 moves. 17 of the 20 games were stopped after 25 to 60 moves.',
  );
  expect(await lineAbout(180, { wallMs: 0 })).toBe(
    'Not everything was tried: the check stopped at its limit of 0 s. All 20 games were stopped after 0 moves, so no ending was tried.',
  );
  expect(await lineAbout(20, {})).toMatch(/^The slowest call/);
});
