import type { api } from '@chessmith/protocol';
import type { Happening } from '@chessmith/rules';

type Measured = Extract<Happening, { readonly kind: 'measured' }>;
const isMeasured = (one: Happening): one is Measured => one.kind === 'measured';

/** What a move has measured and how likely that was, in a sentence; empty for one that measured nothing. */
export function measuredIn({
  notation,
  happened,
}: Pick<api.GameView['moves'][number], 'notation' | 'happened'>): string {
  const all = happened.filter(isMeasured);
  if (all.length === 0) return '';
  // With amplitudes a move asks one question, about its whole way; with fragments, one for each square.
  const [, outcome] = /\.m([01])$/.exec(notation) ?? [];
  if (outcome === undefined)
    return `Measured: ${all.map(ofSquares).join('; ')}.${happened.length > all.length ? '' : NOTHING}`;
  return `Measured: the move ${outcome === '1' ? 'went on' : 'did not go on'} (${percent(all[0]!)}).${outcome === '1' ? '' : NOTHING}`;
}

const NOTHING = ' Nothing moved, and the turn is used.';

const ofSquares = (one: Measured): string =>
  `${one.on.join(' or ')} was ${one.found ? '' : 'not '}there (${percent(one)})`;

/** How likely it was to end so. */
const percent = ({ found, probability }: Measured): string =>
  `${Number((100 * (found ? probability : 1 - probability)).toPrecision(2))} %`;
