import type { RulesetCard } from '@chessmith/rules';

/** What the rules that somebody wrote say of a position, beside what stands on the board. */
export type ScriptWords = {
  /** After so many plies the game is drawn; only scripts say so. */
  readonly plyCap?: number;
  readonly message?: string;
  readonly reason?: string;
  readonly highlights?: readonly string[];
};

export const scriptWords = (extra: object | null | undefined): ScriptWords => extra ?? {};

/** What the player is asked who has to decide something with a move: for chess it is a promotion, for a script anything. */
export function questionOf(
  words: readonly (string | null)[],
  { roles }: Pick<RulesetCard, 'roles'>,
  { plyCap }: ScriptWords,
): string {
  if (plyCap === undefined) return 'Promote to';
  const isPiece = (word: string | null) => word === null || roles.some(({ role }) => role === word);
  return words.every(isPiece) ? 'Which piece?' : 'What shall this move do?';
}
