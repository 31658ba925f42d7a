import type { RulesetVisibility } from '@chessmith/client';
import { t } from '../messages/variants.js';

/** Who can see and use a variant. */
export const VISIBILITIES: readonly {
  readonly value: RulesetVisibility;
  readonly label: string;
  /** For lists. */
  readonly short: string;
  readonly hint: string;
}[] = [
  {
    value: 'private',
    label: t('visibility.private'),
    short: t('visibility.privateShort'),
    hint: t('visibility.privateHint'),
  },
  {
    value: 'unlisted',
    label: t('visibility.unlisted'),
    short: t('visibility.unlistedShort'),
    hint: t('visibility.unlistedHint'),
  },
  {
    value: 'public',
    label: t('visibility.public'),
    short: t('visibility.publicShort'),
    hint: t('visibility.publicHint'),
  },
];

export const visibilityOf = (value: RulesetVisibility) => VISIBILITIES.find((one) => one.value === value)!;
