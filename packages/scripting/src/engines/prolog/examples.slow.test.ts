import { readFileSync } from 'node:fs';
import { seededRandom } from '@chessmith/std';
import { beforeAll, expect, test } from 'vitest';
import { type Example, exampleSource, loadExample, playRandomly, winnerOf } from '../../testing/example.js';
import type { Engine } from '../engine.js';
import { javascript } from '../javascript/javascript.js';
import { prolog } from './prolog.js';

let engine: Engine;
beforeAll(async () => {
  engine = await prolog.open(await prolog.prepare());
});
const open = (name: string): Example => loadExample(engine, exampleSource(name), 'prolog');

test.each(['breakthrough.pl', 'templates/template.pl'])(
  '%s fulfils the contract in random games, which are repeatable',
  (name) => {
    const example = open(name);
    const games = [1, 2].map((seed) => playRandomly(example, seed));
    expect([1, 2].map((seed) => playRandomly(example, seed))).toEqual(games);
  },
);

test('breakthrough in Prolog offers the moves of breakthrough in JavaScript, and ends when it ends', async () => {
  const source = readFileSync(new URL('../../../testdata/breakthrough.js', import.meta.url), 'utf8');
  const other = loadExample(await javascript.open(await javascript.prepare()), source, 'javascript');
  const own = open('breakthrough.pl');
  expect(own.start().moves).toHaveLength(22);
  const random = seededRandom(4);
  for (let [mine, theirs] = [own.start(), other.start()]; ; ) {
    expect([mine.status, [...mine.moves].sort()]).toEqual([theirs.status, [...theirs.moves].sort()]);
    if (mine.status !== 'running') break;
    const move = random.pick(mine.moves);
    [mine, theirs] = [own.play(mine, move), other.play(theirs, move)];
  }
});

test('the first pawn to arrive wins', () => {
  const end = playRandomly(open('breakthrough.pl'), 1).at(-1)!;
  expect(winnerOf(end)).toBe(end.turn === 'white' ? 'black' : 'white');
});
