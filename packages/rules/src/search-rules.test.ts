import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { classicalReferee } from './referee/classical.js';
import { rulesetNamed } from './rulesets/catalogue.js';
import { classicalRules, type SearchPosition } from './search-rules.js';

const NO_CHANCE = { int: () => 0, real: () => 0 };

const searchFrom = (ruleset: string, position?: string): SearchPosition => {
  const referee = classicalReferee(rulesetNamed(ruleset)!);
  return classicalRules.searchFrom(
    unwrap(referee.start(position === undefined ? {} : { position }, NO_CHANCE)).position,
  );
};

const moveOf = (search: SearchPosition, text: string) => search.moves().find((move) => search.format(move) === text)!;

test('undo restores the position after play', () => {
  const search = searchFrom('crazyhouse');
  const first = search.hash();
  const seen = [first];
  for (const text of ['e2e4', 'd7d5', 'e4d5', 'd8d5', 'b1c3', 'P@d4']) {
    search.play(moveOf(search, text));
    seen.push(search.hash());
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(search.pieces()).toHaveLength(31);
  for (const hash of seen.reverse().slice(1)) {
    search.undo();
    expect(search.hash()).toBe(hash);
  }
  expect([search.turn(), search.moves().length]).toEqual(['white', 20]);
  expect(() => search.undo()).toThrow(RangeError);
});

test('a search does not change the position it started from', () => {
  const referee = classicalReferee(rulesetNamed('standard')!);
  const { position } = unwrap(referee.start({}, NO_CHANCE));
  const { after } = unwrap(referee.judge(position, 'e4'));
  const before = JSON.stringify(referee.view(after, { kind: 'watcher' }));
  const search = classicalRules.searchFrom(after);
  search.play(moveOf(search, 'e7e5'));
  expect(JSON.stringify(referee.view(after, { kind: 'watcher' }))).toBe(before);
  search.undo();
  expect(() => search.undo()).toThrow(RangeError);
});

test('a search reports checks, captures and the outcome', () => {
  const search = searchFrom('standard', 'rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2');
  expect(search.outcome()).toBeNull();
  search.play(moveOf(search, 'd8h4'));
  expect(search.isCheck()).toBe(true);
  expect(search.outcome()).toEqual({ kind: 'win', winner: 'black', by: 'checkmate' });
  expect(search.moves()).toEqual([]);

  const passing = searchFrom('standard', 'rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3');
  const captures = passing.moves().filter((move) => passing.isCapture(move));
  expect(captures.map((move) => passing.format(move))).toEqual(['d4e3']);
});
