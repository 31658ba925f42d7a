import type { Outcome } from '@chessmith/rules';
import { LIMITS } from '../contract/limits.js';
import type { ScriptCard, ScriptState } from '../contract/state.js';

/** What the referee of a script hands around: the state the script left, and how many plies were played. */
export type ScriptPosition = {
  readonly state: ScriptState;
  readonly ply: number;
  /** Plies that led to the start of this game, where it goes on from another one; they count for the ply cap. */
  readonly before: number;
  /** How much is kept of this game up to here, in letters. */
  readonly weight: number;
};

/** About how many letters a record of this state has. */
export function weightOf({ data, moves, pieces }: ScriptState): number {
  let weight = data.length + LETTERS * moves.length;
  for (const { extra } of pieces) weight += LETTERS + (extra === undefined ? 0 : JSON.stringify(extra).length);
  return weight;
}

/** Of a move or a piece. */
const LETTERS = 6;

/** Why a game of this weight cannot go on: every answer is kept, and all of them in memory while the game is played. */
export function gameTooLarge(
  weight: number,
  most: number = LIMITS.gameLength,
): { readonly code: string; readonly message: string } | undefined {
  if (weight <= most) return undefined;
  const message = `The answers of one game are longer than ${most} letters together.`;
  return { code: 'script/game-too-large', message };
}

/** How the game ended, if it has: by the script's word, or at the ply cap, which is applied when it is reached. */
export function outcomeOf(
  { plyCap }: ScriptCard,
  { state, ply, before }: Omit<ScriptPosition, 'weight'>,
): Outcome | null {
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
