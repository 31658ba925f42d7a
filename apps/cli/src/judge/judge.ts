import type { Chance, Color, Outcome, Refusal, RulesetCard } from '@chessmith/rules';
import { type Result, seededRandom } from '@chessmith/std';
import type { Question } from './question.js';

/** What `chessmith judge` asks of a kind of chess. A start that cannot be used is the only refusal of the whole question. */
export type Judge = {
  readonly about: RulesetCard;
  judge(question: Question): Promise<Result<Answer, Refusal>>;
};

/** One line of the answer. A kind of chess may add fields of its own, also to steps and pieces. */
export type Answer = {
  readonly legal: readonly boolean[];
  readonly refusals: readonly (Refusal | null)[];
  readonly turn: Color;
  /** The position in the ruleset's own notation. */
  readonly fen: string;
  readonly pieces: readonly JudgedPiece[];
  readonly moves: readonly string[];
  readonly check: boolean;
  readonly outcome: Outcome | null;
  readonly steps?: readonly Step[];
};

/** One move of the question, and how things stand after it; a refused move changes nothing. */
export type Step = {
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

/** The lots of a question: the same seed always brings the same ones. */
export function chanceOf({ seed, chance }: Pick<Question, 'seed' | 'chance'>): Chance {
  if (chance === 'first') return { int: () => 0, real: () => 0 };
  const random = seededRandom(seed);
  return { int: random.int, real: random.next };
}
