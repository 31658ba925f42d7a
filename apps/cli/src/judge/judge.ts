import type { Chance, Color, Outcome, Refusal, RulesetCard } from '@chessmith/rules';
import { type Result, seededRandom } from '@chessmith/std';
import type { JudgeRequest } from './judge-request.js';

/** What `chessmith judge` needs of a kind of chess. It refuses a request only if its start is invalid. */
export type Judge = {
  readonly about: RulesetCard;
  judge(request: JudgeRequest): Promise<Result<JudgeResponse, Refusal>>;
};

/** One line of output. A kind of chess may add fields, also to steps and pieces. */
export type JudgeResponse = {
  readonly legal: readonly boolean[];
  readonly refusals: readonly (Refusal | null)[];
  readonly turn: Color;
  /** The position in the ruleset's own notation. */
  readonly fen: string;
  readonly pieces: readonly JudgedPiece[];
  readonly moves: readonly string[];
  readonly check: boolean;
  readonly outcome: Outcome | null;
  readonly steps?: readonly JudgedMove[];
};

/** One move of the request and the position after it; a refused move changes nothing. */
export type JudgedMove = {
  readonly legal: boolean;
  readonly refusal: Refusal | null;
  readonly turn: Color;
  readonly pieces: readonly JudgedPiece[];
  readonly captured: readonly { readonly square: string; readonly role: string; readonly color: Color }[];
  readonly log: readonly string[];
};

export type JudgedPiece = {
  readonly square: string;
  readonly role: string;
  readonly color: Color;
  readonly probability: number;
};

/** The random source of a request: the same seed gives the same numbers. */
export function chanceOf({ seed, chance }: Pick<JudgeRequest, 'seed' | 'chance'>): Chance {
  if (chance === 'first') return { int: () => 0, real: () => 0 };
  const random = seededRandom(seed);
  return { int: random.int, real: random.next };
}
