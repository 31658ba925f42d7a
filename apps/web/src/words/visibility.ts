import type { RulesetVisibility } from '@chessmith/client';

/** Who may see rules that somebody wrote, and what that means. */
export const VISIBILITIES: readonly {
  readonly value: RulesetVisibility;
  readonly label: string;
  /** In lists. */
  readonly short: string;
  readonly meaning: string;
}[] = [
  {
    value: 'private',
    label: 'Only me',
    short: 'private',
    meaning: 'Only you can start games with it. Whoever gets the code of such a game can join and see its board.',
  },
  {
    value: 'unlisted',
    label: 'People with the link',
    short: 'unlisted',
    meaning: 'Whoever has the link to its page can start games. It stands in no list, and its source stays yours.',
  },
  {
    value: 'public',
    label: 'Everybody',
    short: 'public',
    meaning: 'It stands in the list. Everybody can play it, read its source and take a copy.',
  },
];

export const visibilityOf = (value: RulesetVisibility) => VISIBILITIES.find((one) => one.value === value)!;
