import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../contract/limits.js';
import type { Language } from '../language.js';
import { openSandbox } from '../sandbox/open-sandbox.js';
import type { Sandbox } from '../sandbox/port.js';
import { checkScript } from './check-script.js';

/**
 * A game of one move, which ends in a draw. `additional_data` is a string of that many letters; with `grows`, the move
 * adds one.
 */
const SCRIPTS: { readonly [language in Language]: (letters: number, grows: boolean) => string } = {
  python: (letters, grows) => `
def state(moves, data, status):
    king = {"color": "white", "name": "king", "x": 0, "y": 0}
    return {"pieces": [king], "possible_moves": moves, "additional_data": data, "status": status}
def get_starting_state():
    return state([{"from_x": 0, "from_y": 0, "to_x": 0, "to_y": 1}], "x" * ${letters}, "running")
def make_move(pieces, move, next_turn, additional_data):
    return state([], additional_data${grows ? ' + "y"' : ''}, "draw")`,
  javascript: (letters, grows) => `
const king = { color: 'white', name: 'king', x: 0, y: 0 };
const state = (possible_moves, additional_data, status) => ({ pieces: [king], possible_moves, additional_data, status });
function startingState() {
  return state([{ from_x: 0, from_y: 0, to_x: 0, to_y: 1 }], 'x'.repeat(${letters}), 'running');
}
function makeMove(pieces, move, next_turn, data) {
  return state([], data${grows ? " + 'y'" : ''}, 'draw');
}`,
  prolog: (letters, grows) => `
state(Moves, Data, Status, _{pieces: [King], possible_moves: Moves, additional_data: Data, status: Status}) :-
    King = _{color: white, name: king, x: 0, y: 0}.
starting_state(State) :-
    foldl([_, Half, Whole]>>string_concat(Half, Half, Whole), [${Array(20).fill(0)}], "x", Long),
    sub_string(Long, 0, ${letters}, _, Data),
    state([_{from_x: 0, from_y: 0, to_x: 0, to_y: 1}], Data, running, State).
make_move(_, _, _, Data, State) :-
    string_concat(Data, "${grows ? 'y' : ''}", More),
    state([], More, draw, State).`,
};

let sandbox: Sandbox;
beforeAll(() => {
  const waiting = { total: 10, perLane: 10, longestMs: 200_000 };
  sandbox = openSandbox({ workersPerLanguage: 1, waiting });
});
afterAll(() => sandbox.close());

describe.each(Object.entries(SCRIPTS))('the additional_data of a script in %s', (language, script) => {
  // The two quotes of the JSON string count as well.
  const most = LIMITS.dataBytes - 2;
  const check = (letters: number, grows = false) =>
    checkScript(
      sandbox,
      { language: language as Language, source: script(letters, grows), author: 'ann' },
      { games: 1, cpuMs: 10_000, wallMs: 100_000 },
    );

  test('may have exactly a megabyte', async () => {
    expect(await check(most)).toMatchObject({ ok: true, selfPlay: { finished: 1 } });
  });

  test.each([
    ['at the start', most + 1, false, 'start'],
    ['when it grows', most, true, 'self-play'],
  ])('is refused with one byte more, %s', async (_, letters, grows, during) => {
    expect(await check(letters, grows)).toMatchObject({
      ok: false,
      error: {
        ...{ code: 'script/data-too-large', during },
        message: 'additional_data is 1048577 bytes of JSON; 1048576 are allowed.',
      },
    });
  });
});
