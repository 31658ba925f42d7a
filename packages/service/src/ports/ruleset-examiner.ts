import type { RulesetCard } from '@chessmith/rules';
import type { Result } from '@chessmith/std';
import type { Json } from './listed-situation.js';

/** Why a ruleset was rejected: a stable code, a message, and where to look. */
export type RulesetError = {
  readonly code: string;
  readonly message: string;
  readonly facts: { readonly [name: string]: Json };
};

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

/** Examines uploaded rulesets before anybody plays them. */
export interface RulesetExaminer {
  readonly forms: readonly string[];
  examine(
    form: string,
    source: string,
    author: string,
    onProgress?: OnExaminationProgress,
  ): Promise<Result<ExaminedRuleset, RulesetError>>;
}
