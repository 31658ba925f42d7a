import { expect, test } from 'vitest';
import type { Language } from '../language.js';
import { patientCheck } from '../testing/patient-check.js';
import { END, javascript, prolog, python, STATE } from '../testing/small-scripts.js';
import { formatReport } from './report.js';

const check = patientCheck();

/** The report that an author reads after a check. */
const reportOn = async (language: Language, source: string) => formatReport(await check(language, source));

test.each<[Language, string, string, string]>([
  [
    'python',
    'a function without return',
    python('pass', 'return'),
    'In make_move: The script returned null (is a "return" missing?); it must return a state: pieces, possible_moves, additional_data, status. (script/no-state)',
  ],
  [
    'python',
    'a function with a slip in its name',
    python('pass', 'pass').replace('make_move', 'make_mvoe'),
    'The script has no function make_move. Is "make_mvoe" meant to be make_move? (script/no-function)',
  ],
  [
    'python',
    'a function named as in another language',
    python('pass', 'pass').replace('get_starting_state', 'startingState').replace('make_move', 'makeMove'),
    'The script has no function get_starting_state and no function make_move. Is "startingState" meant to be get_starting_state? Is "makeMove" meant to be make_move? (script/no-function)',
  ],
  [
    'python',
    'a function in a class',
    `class Rules:${python('pass', 'pass').replaceAll('\n', '\n    ')}`,
    'The script has no function get_starting_state and no function make_move. It is defined inside something else; define it at the top level.',
  ],
  [
    'python',
    'a function that takes too few arguments',
    python('pass', 'pass').replace(/def make_move\(.*\):/, 'def make_move(pieces, move):'),
    'In make_move: line 7: TypeError: make_move() takes 2 positional arguments but 4 were given (script/raised)',
  ],
  [
    'python',
    'a set deep in the data',
    python('return {**STATE, "additional_data": {"seen": [1, {2, 3}]}}', 'pass').concat(
      `STATE = ${STATE.replace('null', 'None')}\n`,
    ),
    "In get_starting_state: The answer cannot be written as JSON at ['additional_data']['seen'][1]: TypeError: Object of type set is not JSON serializable; use lists, dicts, strings, numbers, True, False and None (script/not-json)",
  ],
  [
    'python',
    'a question to the player',
    python('pass', 'input("Where to?")'),
    'In make_move: line 8: RuntimeError: scripts cannot use input() (script/raised)',
  ],
  [
    'python',
    'a start that is the end',
    python(`return {${STATE.slice(1).replace('running', 'draw').replace('null', 'None')}`, 'pass'),
    'The starting state is already finished, so no game can start. Return the status "running".\n',
  ],
  [
    'python',
    'version 2 without saying so',
    python('return {**STATE, "board": {"files": 5, "ranks": 5}, "ply_cap": 9}', 'pass').concat(
      `STATE = ${STATE.replace('null', 'None')}\n`,
    ),
    'Without "version": 2 in the starting state, these fields are ignored: "board", "ply_cap".\n',
  ],
  [
    'python',
    'chance without saying so',
    `import random\n${python('pass', 'pass')}`,
    'The script uses random numbers, but they are the same in every game. Add "random": true to the starting state.\n',
  ],
  [
    'javascript',
    'a function without return',
    javascript('', '  return;'),
    'In makeMove: makeMove returned nothing; add a "return". (script/not-json)',
  ],
  [
    'javascript',
    'a function in another one',
    `function rules() {\n${javascript('', '')}}\n`,
    'The script has no function startingState and no function makeMove. It is not a function, or it is defined inside something else; define it at the top level.',
  ],
  [
    'javascript',
    'a brace that is not closed',
    javascript('', '  if (move) {'),
    'The source cannot be read: it ends too early; a bracket, brace or quote is not closed. (script/syntax)',
  ],
  [
    'javascript',
    'what Node has',
    `${javascript('', '')}module.exports = { startingState, makeMove };\n`,
    "ReferenceError: 'module' is not defined. A script is one file, and its functions are found by name; remove this. (script/raised)",
  ],
  [
    'javascript',
    'what a browser has',
    javascript('', '  structuredClone(pieces);'),
    "line 7, column 3: ReferenceError: 'structuredClone' is not defined. Scripts have only the language itself and console.log. (script/raised)",
  ],
  [
    'javascript',
    'a text that is thrown',
    javascript('', '  throw "no such move";'),
    'In makeMove: The script threw no such move; use "throw new Error(…)" to see the line. (script/raised)',
  ],
  [
    'javascript',
    'a loop outside of the functions',
    javascript('for (;;);', ''),
    'The code outside the functions ran longer than 0.5 s and was stopped. (script/timeout)',
  ],
  [
    'javascript',
    'a field with a slip in its name',
    `const startingState = () => ({ version: 2, plycap: 9, ...${STATE} });\nfunction makeMove() { ${END} }`,
    'In startingState: Unknown field "plycap" in a state of version 2. Did you mean "ply_cap"? (script/unknown-field)',
  ],
  [
    'prolog',
    'a predicate with too few arguments',
    prolog('', 'true').replace('Move, _, _,', 'Move, _,'),
    'The script has no predicate make_move/5. It is defined with another number of arguments, or in a module that does not export it. (script/no-function)',
  ],
  [
    'prolog',
    'a module that keeps its predicates to itself',
    `:- module(game, [starting_state/1]).\n${prolog('', 'true')}`,
    'The script has no predicate make_move/5. It is defined with another number of arguments, or in a module that does not export it. (script/no-function)',
  ],
  [
    'prolog',
    'a variable that nothing is in',
    prolog('', 'true').replace('status: draw', 'status: _'),
    'In make_move: The answer contains an unbound variable at status, which JSON cannot represent. (script/not-json)',
  ],
  [
    'prolog',
    'a variable with a slip in its name',
    prolog('', 'Moves = [Move], Movse == []'),
    'Warning:    Singleton variables: [Moves,Movse]',
  ],
])('the report on %s with %s says what to do', async (language, _, source, message) => {
  expect(await reportOn(language, source)).toContain(message);
});

test('a script in Prolog may declare a module', async () => {
  const source = `:- module(game, [starting_state/1, make_move/5]).\n${prolog('', 'true')}`;
  expect(await check('prolog', source)).toMatchObject({ ok: true });
});
