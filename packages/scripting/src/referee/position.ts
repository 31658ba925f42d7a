import { type Outcome, type Refusal, refusal } from '@chessmith/rules';
import { LIMITS } from '../contract/limits.js';
import type { ScriptCard, ScriptState } from '../contract/state.js';

/** The position of a scripted game: the script's state, and the number of plies. */
export type ScriptPosition = {
  readonly state: ScriptState;
  readonly ply: number;
  /** The plies of the game that this one continues; they count for the ply cap. */
  readonly before: number;
  /** The size of the game's stored answers so far, in characters. */
  readonly weight: number;
};

/** The approximate size of a state's record, in characters. */
export function weightOf({ data, moves, pieces }: ScriptState): number {
  let weight = data.length + LETTERS * moves.length;
  for (const { extra } of pieces) weight += LETTERS + (extra === undefined ? 0 : JSON.stringify(extra).length);
  return weight;
}

/** The approximate size of a move or a piece. */
const LETTERS = 6;

/** The error of a game that grew too large: all answers are stored, and stay in memory while the game is played. */
export function gameTooLarge(weight: number, most: number = LIMITS.gameLength): Refusal | undefined {
  if (weight <= most) return undefined;
  const message = `All answers of this game together exceed ${most} characters.`;
  return refusal('script/game-too-large', message, { limit: most });
}

/** How the game ended, or null: by the script's status, or by the ply cap as soon as it is reached. */
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
