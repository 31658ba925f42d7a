import type { RulesetCard } from '@chessmith/rules';
import { t } from '../messages/page.js';

/** What a script adds to a position: texts and marked squares. */
export type ScriptWords = {
  /** The ply at which the game is drawn. Only scripts have it, so it also marks a view as a script's. */
  readonly plyCap?: number;
  readonly message?: string;
  readonly reason?: string;
  readonly highlights?: readonly string[];
};

export const scriptWords = (extra: object | null | undefined): ScriptWords => extra ?? {};

/** The question for a move that needs a choice: a promotion, or for scripts any choice. */
export function questionOf(
  words: readonly (string | null)[],
  { roles }: Pick<RulesetCard, 'roles'>,
  { plyCap }: ScriptWords,
): string {
  if (plyCap === undefined) return t('promotion.question');
  const isPiece = (word: string | null) => word === null || roles.some(({ role }) => role === word);
  return words.every(isPiece) ? t('promotion.piece') : t('promotion.choice');
}
