import { expect, test } from 'vitest';
import { notTriedIn, praiseOf, printedIn, readRefused } from './check-report.js';

test('a refusal tells the place, the phase, the traceback, what was printed and the moves', () => {
  const facts = {
    line: 7,
    column: 3,
    during: 'self-play',
    traceback: '  rules.py, line 7\n    in f\n',
    printed: 'here\n',
    moves: ['a1a2', 'b3b2'],
  };
  expect(readRefused({ code: 'script/raised', message: 'KeyError: 3', facts })).toEqual({
    headline: 'Not yet: there is a problem, found in a trial game',
    message: 'KeyError: 3',
    advice: 'The last line of the traceback is where it happened.',
    place: { line: 7, column: 3 },
    traceback: 'rules.py, line 7\n  in f',
    printed: 'here',
    moves: ['a1a2', 'b3b2'],
    more: [],
  });
});

test('nobody is sent to a traceback that is not there', () => {
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
])('the advice on %s is about what is wrong', (code, word) => {
  const { advice } = readRefused({ code, message: 'No.', facts: {} });
  expect(advice).toContain(word);
  expect(advice.includes('"kinds"')).toBe(code === 'script/unknown-piece');
});

test('of several things that are wrong the first is the headline, and the others follow', () => {
  const problems = [{ message: 'No pieces.' }, { message: 'No start.' }, null];
  const refused = readRefused({ code: 'ruleset/incomplete', message: 'No pieces.', facts: { problems } });
  expect([refused.message, refused.more, refused.place]).toEqual(['No pieces.', ['No start.'], null]);
});

test('a refusal without facts is a sentence, with advice where there is some', () => {
  const refused = readRefused({ code: 'sandbox/busy', message: 'Too much to do.' });
  expect([refused.headline, refused.message, refused.advice]).toEqual([
    'It could not be checked just now',
    'Too much to do.',
    'This is on our side, not in your rules. Try again in a moment.',
  ]);
});

test('what a check left untried is told', () => {
  const notTried = 'Not everything was tried: the check stopped at its limit of 60 s.';
  expect([notTriedIn({ notTried }), notTriedIn({}), notTriedIn(null)]).toEqual([notTried, '', '']);
});

test('a check that was passed is told in sentences', () => {
  const selfPlay = { games: 20, finished: 20, plies: 310, slowestMs: 2.3 };
  expect(praiseOf({ selfPlay, printed: 'hello' })).toEqual([
    '20 games of random moves were played with it, all of them to the end: 310 moves, each made twice with the same answer.',
    'The slowest move took 3 ms; 100 ms are allowed.',
  ]);
  expect(praiseOf({ selfPlay: { ...selfPlay, plies: 3000, repeated: 1000 } })[0]).toContain(
    '3000 moves, 1000 of them made twice',
  );
  expect(praiseOf({ selfPlay, hint: 'It draws lots.' }).at(-1)).toBe('It draws lots.');
  expect(praiseOf({})).toEqual(['The rules are complete and fit together.']);
  expect([printedIn({ printed: 'hello\n' }), printedIn({}), printedIn(null)]).toEqual(['hello', '', '']);
});
