import {
  compile,
  legalMoves,
  type Move,
  outcomeOf,
  type Position,
  play,
  type Ruleset,
  repetitionsOf,
  startPosition,
  turnOf,
} from '@chessmith/rules';
import { type Random, unwrap } from '@chessmith/std';
import type { Level } from '../search/levels.js';
import { openMemory, think } from '../search/think.js';

export type Mover = (position: Position) => Move;

export const randomMover =
  (random: Random): Mover =>
  (position) =>
    random.pick(legalMoves(position));

/** A computer of this level with a node limit; it remembers what it found in the same ruleset. */
export function levelMover(ruleset: Ruleset, level: Level, nodes: number, random: Random): Mover {
  const memory = openMemory(compile(ruleset).tables, 16);
  return (position) => think(position, { level, limit: { kind: 'nodes', nodes }, random, memory })!.move;
}

/** Plays one game; 1 if white wins, 0 if black wins, otherwise a half. Long games count as drawn. */
export function playGame(ruleset: Ruleset, white: Mover, black: Mover, maxPlies = 400): number {
  const position = unwrap(startPosition(compile(ruleset)));
  for (let ply = 0; ply < maxPlies; ply++) {
    const outcome = outcomeOf(position, 'lichess');
    if (outcome !== null) return outcome.kind === 'draw' ? 0.5 : outcome.winner === 'white' ? 1 : 0;
    if (repetitionsOf(position) >= 3) return 0.5;
    play(position, (turnOf(position) === 'white' ? white : black)(position));
  }
  return 0.5;
}

/** The points of the first mover over so many games, with colours in turn. */
export function playMatch(ruleset: Ruleset, one: Mover, other: Mover, games: number): number {
  let points = 0;
  for (let game = 0; game < games; game++) {
    points += game % 2 === 0 ? playGame(ruleset, one, other) : 1 - playGame(ruleset, other, one);
  }
  return points;
}
