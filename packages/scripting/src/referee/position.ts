import type { Outcome } from '@chessmith/rules';
import type { ScriptCard, ScriptState } from '../contract/state.js';

/** What the referee of a script hands around: the state the script left, and how many plies were played. */
export type ScriptPosition = {
  readonly state: ScriptState;
  readonly ply: number;
  /** Plies that led to the start of this game, where it goes on from another one; they count for the ply cap. */
  readonly before: number;
};

/** How the game ended, if it has: by the script's word, or at the ply cap, which is applied when it is reached. */
export function outcomeOf({ plyCap }: ScriptCard, { state, ply, before }: ScriptPosition): Outcome | null {
  switch (state.status) {
    case 'white won':
      return { kind: 'win', winner: 'white', by: 'script' };
    case 'black won':
      return { kind: 'win', winner: 'black', by: 'script' };
    case 'draw':
      return { kind: 'draw', by: 'script' };
    case 'running':
      return before + ply >= plyCap ? { kind: 'draw', by: 'ply-cap' } : null;
  }
}
