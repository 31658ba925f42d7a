import type { Tables } from '@chessmith/rules';
import { losesToWin } from './evaluation-tables.js';

/** Which shortcuts of a search a ruleset allows. */
export type Traits = {
  /** Passing is worse than the best move almost always, so a search may try it; not where captures or moves are forced. */
  readonly mayPass: boolean;
  /** One quiet move changes the material value little, so that hopeless moves near the leaves can be left out. */
  readonly isCalm: boolean;
  /** A side that can capture must, so that a capture search cannot stop anywhere. */
  readonly mustCapture: boolean;
};

export function traitsOf(tables: Tables): Traits {
  const { mustCapture, blast, keepsPockets, endingFlags, ruleset } = tables;
  const inverted = losesToWin(tables) || endingFlags.stalemate === 'win';
  const racesToPromote = ruleset.endings.some(({ kind }) => kind === 'first-promotion');
  return {
    mayPass: !mustCapture && !inverted && !racesToPromote,
    isCalm: !mustCapture && !inverted && !racesToPromote && blast === null && !keepsPockets,
    mustCapture,
  };
}
