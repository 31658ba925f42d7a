import { expect, test } from 'vitest';
import { notTriedIn, passedIn, printedIn, readRefused } from './check-report.js';

test('a refusal has a place, a step, a traceback, the output and the moves', () => {
  const facts = {
    line: 7,
    column: 3,
    during: 'self-play',
    traceback: '  rules.py, line 7\n    in f\n',
    printed: 'here\n',
    moves: ['a1a2', 'b3b2'],
  };
  expect(readRefused({ code: 'script/raised', message: 'KeyError: 3', facts })).toEqual({
    headline: 'Error in a test game',
    message: 'KeyError: 3',
    advice: 'The last line of the traceback shows where it happened.',
    place: { line: 7, column: 3 },
    traceback: 'rules.py, line 7\n  in f',
    printed: 'here',
    moves: ['a1a2', 'b3b2'],
    more: [],
  });
});

test('without a traceback there is no advice about one', () => {
  const message = 'TypeError: make_move() takes 3 positional arguments but 4 were given';
  expect(readRefused({ code: 'script/raised', message, facts: { during: 'self-play' } }).advice).toBe('');
  const facts = { path: 'theories.serpent.prolog[2]', line: 9, column: 5 };
  expect(readRefused({ code: 'script/raised', message: 'theories.serpent, line 3: …', facts })).toMatchObject({
    advice: '',
    place: { line: 9, column: 5 },
  });
});

test.each([
  ['script/unknown-status', 'running'],
  ['script/unknown-color', 'white'],
  ['script/unknown-piece', 'kinds'],
  ['script/kind-twice', 'letter'],
])('the advice on %s names the fix', (code, word) => {
  const { advice } = readRefused({ code, message: 'No.', facts: {} });
  expect(advice).toContain(word);
  expect(advice.includes('"kinds"')).toBe(code === 'script/unknown-piece');
});

test('the first of several errors is the message, and the others follow', () => {
  const problems = [{ message: 'No pieces.' }, { message: 'No start.' }, null];
  const refused = readRefused({ code: 'ruleset/incomplete', message: 'No pieces.', facts: { problems } });
  expect([refused.message, refused.more, refused.place]).toEqual(['No pieces.', ['No start.'], null]);
});

test('a refusal without facts has a sentence and advice', () => {
  const refused = readRefused({ code: 'sandbox/busy', message: 'Too much to do.' });
  expect([refused.headline, refused.message, refused.advice]).toEqual([
    'The check could not run',
    'Too much to do.',
    'The server had a problem; your code is not the cause. Try again in a moment.',
  ]);
});

test('the report names what the check skipped', () => {
  const notTried = 'Not everything was tried: the check stopped at its limit of 60 s.';
  expect([notTriedIn({ notTried }), notTriedIn({}), notTriedIn(null)]).toEqual([notTried, '', '']);
});

test('a passed check has a report in sentences', () => {
  const selfPlay = { games: 20, finished: 20, plies: 310, slowestMs: 2.3 };
  expect(passedIn({ selfPlay, printed: 'hello' })).toEqual([
    'Passed: 20 random test games (310 moves) played without errors; 20 reached an end.',
    'Slowest move: 3 ms (limit 100 ms).',
  ]);
  expect(passedIn({ selfPlay, hint: 'It uses chance.' }).at(-1)).toBe('It uses chance.');
  expect(passedIn({})).toEqual(['Passed: the rules are complete and consistent.']);
  expect([printedIn({ printed: 'hello\n' }), printedIn({}), printedIn(null)]).toEqual(['hello', '', '']);
});
