import { expect, test } from 'vitest';
import type { Language } from '../language.js';
import { patientCheck } from '../testing/patient-check.js';
import { END, javascript, prolog, python, STATE } from '../testing/small-scripts.js';

const check = patientCheck();

test.each<[string, Language, string, { line: number; traceback: unknown; printed?: string }]>([
  [
    'a for with nothing in it',
    'javascript',
    javascript('', '  console.log("begun");\n  move.x = 1;\n  for (;;);'),
    { line: 9, traceback: expect.stringMatching(/^at makeMove \(script.js:9\)$/), printed: 'begun\n' },
  ],
  [
    'a while in a function that another one calls, whatever it catches',
    'javascript',
    javascript(
      'const step = (x: number) => {\n  let n = 0;\n  while (x < 8)\n    try { n++; throw 0; } catch {}\n};',
      '  pieces.map((piece) => step(piece.x));',
    ),
    { line: 3, traceback: expect.stringMatching(/makeMove \(script.js:11\)\nat .*:11\)\nat step \(script.js:3\)$/) },
  ],
  [
    'a do in a module',
    'javascript',
    javascript('let n = 0;\nexport const size = 8;', '  do {\n    n = (n * 7) % 11;\n  } while (n < 100);'),
    { line: 10, traceback: expect.any(String) },
  ],
  [
    'a generator in a loop over it',
    'javascript',
    javascript(
      'function* all() {\n  while (true)\n    yield "while (x)";\n}',
      '  for (const x of all()) if (!x) break;',
    ),
    { line: 2, traceback: expect.stringContaining('makeMove (script.js:10)') },
  ],
  [
    'a predicate that calls itself',
    'prolog',
    prolog('walk(X) :-\n    Y is X + 1,\n    walk(Y).', 'writeln(begun), walk(Move.to_x), true'),
    { line: 1, traceback: expect.stringMatching(/in make_move\/5\n.*line 1, in walk\/1$/), printed: 'begun\n' },
  ],
  [
    'a predicate that is tried again and again, whatever it catches',
    'prolog',
    prolog('', 'Move.to_x =:= 0,\n    repeat,\n    catch(random(X), _, true),\n    X > 1, !'),
    { line: expect.toSatisfy((line) => line === 6 || line === 7) as number, traceback: expect.any(String) },
  ],
])('the report names the line of an endless loop: %s', async (_, language, source, { printed = '', ...where }) => {
  expect(await check(language, source)).toMatchObject({
    ok: false,
    printed,
    error: { code: 'script/timeout', message: 'The script ran longer than 0.1 s and was stopped.', ...where },
  });
});

test.each([
  ['at the start', python('while True: pass', 'pass'), { during: 'start', line: 3 }],
  [
    'in the first move',
    python('pass', 'i = 0\n    while True:\n        i = i if i < 0 else -1'),
    { during: 'self-play', moves: ['a1a2'], line: expect.toSatisfy((line) => line === 9 || line === 10) },
  ],
  ['while it is loaded', `while True: pass\n${python('pass', 'pass')}`, { during: 'reading' }],
])('the report names the place of an endless loop in Python %s', async (_, source, where) => {
  expect(await check('python', source)).toMatchObject({ ok: false, error: { code: 'script/timeout', ...where } });
});

test('the report of an endless loop has the output, and the traceback of nested calls', async () => {
  const report = await check(
    'python',
    python('print("begun")\n    list(f(0) for _ in range(9))', 'pass').replace(
      '\n',
      '\ndef f(x):\n    while x < 1:\n        x = 0\n',
    ),
  );
  expect(report).toMatchObject({
    ok: false,
    printed: 'begun\n',
    error: {
      code: 'script/timeout',
      message: 'The script ran longer than 0.1 s and was stopped.',
      traceback: expect.stringMatching(/line 7, in get_starting_state\n.*line 7.*genexpr.*\n.*line [34], in f$/),
    },
  });
});

test.each([
  ['as its default', `function makeMove() { ${END} }\nexport default { startingState: () => (${STATE}), makeMove };`],
  ['in part', `export function startingState() { return ${STATE}; }\nfunction makeMove() { ${END} }`],
  [
    'beside them',
    `export const size = 8;\nconst startingState = () => (${STATE});\nconst makeMove = () => { ${END} };`,
  ],
])('a module that exports its functions %s has them', async (_, source) => {
  expect(await check('javascript', source)).toMatchObject({ ok: true });
});

test('the report names the line of an import', async () => {
  expect(await check('javascript', `// chess\nimport { Chess } from 'chess.js';\n`)).toMatchObject({
    ok: false,
    error: { code: 'script/syntax', line: 2, message: expect.stringContaining("'chess.js'") },
  });
});

const answering = (data: string) =>
  `function startingState() { console.log(${data}); return { ...${STATE}, additional_data: ${data} }; }\nfunction makeMove() { ${END} }`;

test.each([
  ['new Map([["a", 1]])', 'additional_data is a Map; make it an object, or a list of pairs'],
  ['[new Set([1])]', 'additional_data[0] is a Set; make it a list'],
  ['{ a: { b: [0, NaN] } }', 'additional_data.a.b[1] is NaN; numbers must be finite'],
  ['{ "a b": -1 / 0 }', 'additional_data["a b"] is -Infinity; numbers must be finite'],
  ['[null, , 1]', 'additional_data[1] is undefined; write null'],
  ['[undefined]', 'additional_data[0] is undefined; write null'],
  ['{ a: [Symbol("a")] }', 'additional_data.a[0] is a symbol; make it a text'],
  ['{ turn: () => 1 }', 'additional_data.turn is a function; leave it out'],
  ['{ at: [new Date(0)] }', 'additional_data.at[0] is a Date; make it a number, or a text'],
  ['{ like: /a/ }', 'additional_data.like is a regular expression; make it a text'],
  ['new Uint8Array(2)', 'additional_data is a typed array; make it a list'],
  ['{ n: 2n ** 64n }', 'additional_data.n is a BigInt; make it a number, or a text'],
])('%s is not dropped silently', async (data, what) => {
  expect(await check('javascript', answering(data))).toMatchObject({
    ok: false,
    error: {
      code: 'script/not-json',
      during: 'start',
      message: `startingState returned something that JSON cannot represent: ${what}.`,
    },
  });
});

test.each([
  '[null, { a: null, b: undefined }]',
  '{ a: -0, b: 1e300, c: "NaN", d: [false, ""] }',
  'new (class Piece { x = 1; move() {} })()',
  'JSON.parse(JSON.stringify({ a: new Date(0), b: () => 1, c: [NaN, undefined], d: /a/ }))',
])('%s is accepted as JSON', async (data) => {
  expect(await check('javascript', answering(data))).toMatchObject({ ok: true });
});
