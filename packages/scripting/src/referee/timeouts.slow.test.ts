import { unwrap } from '@chessmith/std';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VERSION_1 } from '../contract/read-card.js';
import type { Language } from '../language.js';
import type { Sandbox } from '../sandbox/port.js';
import { openPatientSandbox } from '../testing/patient-sandbox.js';
import { scriptReferee } from './script-referee.js';

let sandbox: Sandbox;
let lookedFor = 0;
beforeAll(() => {
  const opened = openPatientSandbox();
  sandbox = {
    ...opened,
    locate(...asked) {
      lookedFor++;
      return opened.locate(...asked);
    },
  };
});
afterAll(() => sandbox.close());

/** A king walks to the right; its second step is an endless loop. */
const SOURCES: { readonly [language in Language]: string } = {
  python: `
def state(x):
    king = {"color": "white", "name": "king", "x": x, "y": 0}
    step = [{"from_x": x, "from_y": 0, "to_x": x + 1, "to_y": y} for y in (0, 1)]
    return {"pieces": [king], "possible_moves": step, "additional_data": None, "status": "running", "next_turn": "white"}

def get_starting_state():
    return {**state(0), "version": 2}

def make_move(pieces, move, next_turn, data):
    while move["to_x"] > 1: pass
    return state(move["to_x"])
`,
  javascript: `
const state = (x) => ({
  pieces: [{ color: 'white', name: 'king', x, y: 0 }],
  possible_moves: [0, 1].map((y) => ({ from_x: x, from_y: 0, to_x: x + 1, to_y: y })),
  additional_data: null, status: 'running', next_turn: 'white',
});

const startingState = () => ({ ...state(0), version: 2 });

function makeMove(pieces, move) {
  while (move.to_x > 1);
  return state(move.to_x);
}
`,
  prolog: `
state(X, _{pieces: [_{color: white, name: king, x: X, y: 0}], next_turn: white, status: running,
    possible_moves: [_{from_x: X, from_y: 0, to_x: Y, to_y: 0}, _{from_x: X, from_y: 0, to_x: Y, to_y: 1}],
    additional_data: null}) :- Y is X + 1.

starting_state(State) :- state(0, Zero), State = Zero.put(version, 2).

make_move(_, Move, _, _, State) :- arrive(Move.to_x), state(Move.to_x, State).


arrive(X) :- ( X > 1 -> arrive(X) ; true ).
`,
};

const chance = { int: () => 0, real: () => 0 };

test.each(Object.entries(SOURCES))('the refusal names the line of an endless loop in %s', async (language, source) => {
  lookedFor = 0;
  const script = {
    name: language,
    language: language as Language,
    source,
    card: { ...VERSION_1, version: 2 as const },
  };
  const referee = scriptReferee(sandbox, script);
  const start = unwrap(await referee.start({}, chance)).position;
  const { after } = unwrap(await referee.judge(start, 'a1b1', chance));
  const message = 'The script ran longer than 0.1 s and was stopped. (line 11)';
  const error = { code: 'script/timeout', message, facts: { line: 11 } };
  expect(await referee.judge(after, 'b1c1', chance)).toMatchObject({ ok: false, error: error });
  expect(await referee.judge(after, 'b1c1', chance)).toMatchObject({ ok: false, error: error });
  expect(await referee.judge(after, 'b1c1', chance)).toMatchObject({
    ok: false,
    error: { code: 'rules/failed', message: `The rule script failed: ${message}` },
  });
  // Locating takes long: the three tries share one search, and the next move does not start another.
  expect(await referee.judge(after, 'b1c2', chance)).toMatchObject({ ok: false, error: { code: 'script/timeout' } });
  expect(lookedFor).toBe(1);
});
