import type { RulesetCard } from '@chessmith/rules';
import type { Result } from '@chessmith/std';
import type { Json } from './listed-situation.js';

/** What an author is told about rules that did not pass: a stable code, and where to look. */
export type RulesetError = {
  readonly code: string;
  readonly message: string;
  readonly facts: { readonly [name: string]: Json };
};

/** Rules that passed: what lists show of them, what their referee needs, and what the author is told. */
export type ExaminedRuleset = { readonly about: RulesetCard; readonly card: Json; readonly report: Json };

/** How far the examination has come: `done` of `of` in a step, and moves of trial games where there are any. */
export type ExaminationProgress = {
  readonly step: string;
  readonly done: number;
  readonly of: number;
  readonly moves?: number;
};
export type OnExaminationProgress = (progress: ExaminationProgress) => void;

/** Where rules that people write are examined before anybody plays by them. */
export interface RulesetExaminer {
  readonly forms: readonly string[];
  examine(
    form: string,
    source: string,
    author: string,
    onProgress?: OnExaminationProgress,
  ): Promise<Result<ExaminedRuleset, RulesetError>>;
}
