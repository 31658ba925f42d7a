import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { classicalReferee } from './referee/classical.js';
import { rulesetNamed } from './rulesets/catalogue.js';
import { classicalRules, type Line } from './search-rules.js';

const NO_CHANCE = { int: () => 0, real: () => 0 };

const openLine = (ruleset: string, position?: string): Line => {
  const referee = classicalReferee(rulesetNamed(ruleset)!);
  return classicalRules.open(unwrap(referee.start(position === undefined ? {} : { position }, NO_CHANCE)).position);
};

const moveOf = (line: Line, text: string) => line.moves().find((move) => line.spell(move) === text)!;

test('a line goes forth and back and is then what it was', () => {
  const line = openLine('crazyhouse');
  const first = line.hash();
  const seen = [first];
  for (const text of ['e2e4', 'd7d5', 'e4d5', 'd8d5', 'b1c3', 'P@d4']) {
    line.play(moveOf(line, text));
    seen.push(line.hash());
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(line.pieces()).toHaveLength(31);
  for (const hash of seen.reverse().slice(1)) {
    line.undo();
    expect(line.hash()).toBe(hash);
  }
  expect([line.turn(), line.moves().length]).toEqual(['white', 20]);
  expect(() => line.undo()).toThrow(RangeError);
});

test('a line leaves the position it was opened from alone', () => {
  const referee = classicalReferee(rulesetNamed('standard')!);
  const { position } = unwrap(referee.start({}, NO_CHANCE));
  const { after } = unwrap(referee.judge(position, 'e4'));
  const before = JSON.stringify(referee.view(after, { kind: 'watcher' }));
  const line = classicalRules.open(after);
  line.play(moveOf(line, 'e7e5'));
  expect(JSON.stringify(referee.view(after, { kind: 'watcher' }))).toBe(before);
  line.undo();
  expect(() => line.undo()).toThrow(RangeError);
});

test('a line knows checks, captures and the end of the game', () => {
  const line = openLine('standard', 'rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2');
  expect(line.outcome()).toBeNull();
  line.play(moveOf(line, 'd8h4'));
  expect(line.isCheck()).toBe(true);
  expect(line.outcome()).toEqual({ kind: 'win', winner: 'black', by: 'checkmate' });
  expect(line.moves()).toEqual([]);

  const passing = openLine('standard', 'rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3');
  const captures = passing.moves().filter((move) => passing.isCapture(move));
  expect(captures.map((move) => passing.spell(move))).toEqual(['d4e3']);
});
