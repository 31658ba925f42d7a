import type { api } from '@chessmith/protocol';
import type { Happening } from '@chessmith/rules';
import { t } from '../messages/page.js';

type Measured = Extract<Happening, { readonly kind: 'measured' }>;
const isMeasured = (one: Happening): one is Measured => one.kind === 'measured';

/** What a move measured and how likely that was, in a sentence; empty if it measured nothing. */
export function measuredIn({
  notation,
  happened,
}: Pick<api.GameView['moves'][number], 'notation' | 'happened'>): string {
  const measured = happened.filter(isMeasured);
  if (measured.length === 0) return '';
  // Amplitudes: one measurement for the whole move, with its result in the notation. Fragments: one for each square.
  const [, outcome] = /\.m([01])$/.exec(notation) ?? [];
  if (outcome !== undefined) {
    const percent = percentOf(measured[0]!);
    return outcome === '1' ? t('measured.succeeded', { percent }) : t('measured.failed', { percent });
  }
  const findings = t('measured.squares', { findings: measured.map(finding).join('; ') });
  return happened.length > measured.length ? findings : `${findings} ${t('measured.nothingMoved')}`;
}

function finding(one: Measured): string {
  const squares = one.on.reduce((first, second) => t('measured.or', { first, second }));
  const values = { squares, percent: percentOf(one) };
  return one.found ? t('measured.found', values) : t('measured.notFound', values);
}

/** How likely this result was. */
const percentOf = ({ found, probability }: Measured): number =>
  Number((100 * (found ? probability : 1 - probability)).toPrecision(2));
