import type { RulesetId } from '@chessmith/game';
import { classicalReferee, compiledBytes, type Referee, rulesetNamed } from '@chessmith/rules';
import { expect, onTestFinished, test } from 'vitest';
import { refereeLookup } from './referees.js';

const standard = rulesetNamed('standard')!;
const idOf = (number: number) => `sha256:${String(number).padStart(64, '0')}` as RulesetId;

test('the most recently used uploaded rulesets stay compiled, up to a number of bytes', async () => {
  const compiled: RulesetId[] = [];
  const referees = refereeLookup({}, async (id) => {
    compiled.push(id);
    return { ...(classicalReferee(standard) as Referee), cost: { bytes: 10 * 2 ** 20 } };
  });
  onTestFinished(() => referees.close());
  for (let number = 0; number < 20; number++) {
    await referees.referee(idOf(number));
    await referees.referee(idOf(0));
  }
  expect(compiled).toHaveLength(20);
  await referees.referee(idOf(19));
  expect(compiled).toHaveLength(20);
  await referees.referee(idOf(1));
  expect(compiled).toHaveLength(21);
});

test('a missing ruleset is looked up again', async () => {
  let lookups = 0;
  const referees = refereeLookup({}, async () => {
    lookups++;
    return undefined;
  });
  onTestFinished(() => referees.close());
  expect(await Promise.all([referees.referee(idOf(1)), referees.referee(idOf(1))])).toEqual([undefined, undefined]);
  expect(lookups).toBe(1);
  await referees.referee(idOf(1));
  expect(lookups).toBe(2);
});

test('a large board with many pieces takes megabytes, standard chess does not', () => {
  const roles = Array.from({ length: 20 }, (_, i) => String.fromCharCode(97 + i));
  const pieces = Object.fromEntries(
    roles.map((letter) => [`piece-${letter}`, { letter, movements: standard.pieces.queen!.movements }]),
  );
  const large = { ...standard, board: { files: 16, ranks: 16 }, pieces, effects: [], endings: [] };
  expect(compiledBytes(large)).toBeGreaterThan(2 ** 20);
  expect(compiledBytes(standard)).toBeLessThan(2 ** 20);
});
