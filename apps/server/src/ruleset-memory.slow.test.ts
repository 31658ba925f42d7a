import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { StoredRuleset } from '@chessmith/service';
import { expect, onTestFinished, test } from 'vitest';
import { openExaminer } from './referees/ruleset-examiner.js';

const FILES = [...'abcdefghijklmnop'];
const SQUARES = FILES.flatMap((file) => FILES.map((_, rank) => file + (rank + 1)));
const ADVANCES = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y])).filter(([x, y]) => x !== 0 || y !== 0);

/** Rays of one square each, from every square to 32 others. */
const tableOf = (piece: number) =>
  Object.fromEntries(
    SQUARES.map((from, index) => [
      from,
      Array.from({ length: 32 }, (_, ray) => [SQUARES[(index + 7 * ray + piece + 1) % 256]!]),
    ]),
  );
const TABLED = [0, 1, 2, 3, 4, 5];
const THEORIES = Object.fromEntries(TABLED.map((piece) => [`theory${piece}`, tableOf(piece)]));

/** A 16x16 ruleset with 26 kinds of pieces, six of which move by such a table. */
function largeRules(number: number, movementOf: (piece: number) => object, more: object = {}): string {
  const pieces = [...'abcdefghijklmnopqrstuvwxyz'].map((letter, piece) => [
    `piece-${letter}`,
    {
      letter,
      ...(letter === 'k' ? { royal: true } : {}),
      movements: [{ kind: 'slide', along: ADVANCES }, ...(TABLED.includes(piece) ? [movementOf(piece)] : [])],
    },
  ]);
  const start = `1k14/${'16/'.repeat(14)}8K7 w - - 0 1`;
  const about = { name: `large-${number}`, title: 'Large', summary: 'Large.', board: { files: 16, ranks: 16 } };
  const rules = { restrictions: [], effects: [], endings: [] };
  return JSON.stringify({ ...about, pieces: Object.fromEntries(pieces), start, ...rules, ...more });
}

const byTables = (number: number) =>
  largeRules(number, (piece) => ({ kind: 'table', shape: 'rays', white: tableOf(piece), black: tableOf(piece) }));
const byTheories = (number: number) => {
  const prolog = ['far(A, B, A, B).'];
  const theories = Object.fromEntries(Object.keys(THEORIES).map((name) => [name, { shape: 'rays', prolog }]));
  return largeRules(number, (piece) => ({ kind: 'theory', by: [`theory${piece}`] }), { theories });
};

test.each([
  ['tables in the source', byTables, null],
  ['tables of theories', byTheories, { theories: THEORIES }],
])('the counted bytes of large rulesets match their memory: %s', (_, sourceOf, made) => {
  const examiner = openExaminer({ log: () => {} });
  onTestFinished(() => examiner.close());
  const before = heldBytes();
  const referees = Array.from({ length: 3 }, (_, number) => {
    const card = JSON.parse(JSON.stringify({ about: {}, made }));
    const stored = { id: `sha256:${number}`, name: 'Large', format: 'json', source: sourceOf(number), card };
    return examiner.refereeOf(stored as unknown as StoredRuleset);
  });
  const held = heldBytes() - before;
  const counted = referees.reduce((sum, { cost }) => sum + (cost?.bytes ?? 0), 0);
  expect(counted).toBeGreaterThan(0.7 * held);
  expect(counted).toBeLessThan(1.5 * held);
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heldBytes(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
