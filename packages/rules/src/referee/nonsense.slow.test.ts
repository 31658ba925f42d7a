import { type Random, seededRandom, unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { catalogue } from '../rulesets/catalogue.js';
import { listMoves } from './choices.js';
import { classicalReferee } from './classical.js';
import type { RulesetCard } from './port.js';

const BOARDS = 15;
const PLIES = 8;
const NO_CHANCE = { int: () => 0, real: () => 0 };

/** Random pieces anywhere: several kings or none, pawns on the last rank, both sides in check. */
function nonsense({ files, ranks, roles }: RulesetCard, random: Random): string {
  const letters = roles.flatMap(({ letter }) => [letter, letter.toLowerCase()]);
  const crowd = 0.6 * random.next();
  const cell = () => (random.next() < crowd ? random.pick(letters) : '*');
  return Array.from({ length: ranks }, () => Array.from({ length: files }, cell).join('')).join('\n');
}

test.each(catalogue)('free analysis of $name accepts any board', (ruleset) => {
  const referee = classicalReferee(ruleset);
  const random = seededRandom(43);
  for (let board = 0; board < BOARDS; board++) {
    const setup = {
      position: nonsense(referee.about, random),
      turn: random.pick(['white', 'black'] as const),
      free: true,
    };
    let { position } = unwrap(referee.start(setup, NO_CHANCE));
    for (let ply = 0; ply < PLIES; ply++) {
      const { choices, notation } = referee.view(position, { kind: 'all' });
      const moves = listMoves(referee.about, choices);
      if (moves.length === 0) break;
      const move = random.pick(moves);
      const ruling = referee.judge(position, move);
      expect([notation, move, ruling]).toEqual([notation, move, expect.objectContaining({ ok: true })]);
      position = unwrap(ruling).after;
      const restored = referee.restore(JSON.parse(JSON.stringify(referee.snapshot(position))));
      expect(referee.view(restored, { kind: 'all' })).toEqual(referee.view(position, { kind: 'all' }));
    }
  }
});
