import type { Refusal, RulesetCard } from '@chessmith/rules';
import type { Result } from '@chessmith/std';
import type { Json } from './listed-situation.js';

/** An accepted ruleset: what lists show, what its referee needs, and the report for its author. */
export type ExaminedRuleset = { readonly about: RulesetCard; readonly card: Json; readonly report: Json };

/** The progress of an examination: `done` of `of` in a step, and the moves of trial games so far. */
export type ExaminationProgress = {
  readonly step: string;
  readonly done: number;
  readonly of: number;
  readonly moves?: number;
};
export type OnExaminationProgress = (progress: ExaminationProgress) => void;

/** Examines uploaded rulesets before anybody plays them. A refusal says where the problem is. */
export interface RulesetExaminer {
  readonly formats: readonly string[];
  examine(
    format: string,
    source: string,
    author: string,
    onProgress?: OnExaminationProgress,
  ): Promise<Result<ExaminedRuleset, Refusal>>;
}
