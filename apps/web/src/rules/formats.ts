import { t } from '../messages/variants.js';

/** A language in which rulesets are written. */
export type Format = {
  readonly value: FormatName;
  readonly label: string;
  /** File name extensions. */
  readonly endings: readonly string[];
};
export type FormatName = 'python' | 'typescript' | 'javascript' | 'prolog' | 'json';

export const FORMATS: readonly Format[] = [
  { value: 'python', label: 'Python', endings: ['py'] },
  { value: 'typescript', label: 'TypeScript', endings: ['ts', 'mts'] },
  { value: 'javascript', label: 'JavaScript', endings: ['js', 'mjs'] },
  { value: 'prolog', label: 'Prolog', endings: ['pl', 'pro'] },
  { value: 'json', label: t('write.json'), endings: ['json'] },
];

export const labelOf = (format: string): string => FORMATS.find(({ value }) => value === format)?.label ?? format;

/** The language of a file by its extension; undefined for unknown ones. */
export function formatOfFile(file: string): FormatName | undefined {
  const ending = /\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase() ?? '';
  return FORMATS.find(({ endings }) => endings.includes(ending))?.value;
}

const SIGNS: readonly (readonly [FormatName, RegExp])[] = [
  ['json', /^\s*\{\s*"/],
  ['python', /^\s*(?:async\s+)?def\s+\w+\(|^from \w+ import |^\s*elif .*:$/m],
  ['prolog', /^\w+(?:\(.*\))?\s*:-|^:- |^\w+\(.*\)\.\s*$/m],
  ['typescript', /^\s*(?:type|interface)\s+\w+|\)\s*:\s*\w+(?:\[\])?\s*(?:\{|=>)|^import type /m],
  ['javascript', /\bfunction\b|=>|\b(?:const|let)\s+\w+/],
];

/** The most likely language of a text; undefined if none fits. */
export const guessFormat = (source: string): FormatName | undefined => SIGNS.find(([, sign]) => sign.test(source))?.[0];

/** A file of `examples/`, loaded on demand. */
export type Sample = {
  readonly format: FormatName;
  readonly title: string;
  /** The file name in `examples/`; empty for a template. */
  readonly file: string;
  readonly read: () => Promise<string>;
};

const files = {
  ...import.meta.glob<string>('../../../../examples/*.{py,ts,js,pl,json}', { query: '?raw', import: 'default' }),
  ...import.meta.glob<string>('../../../../examples/templates/template.*', { query: '?raw', import: 'default' }),
};

/** Texts to start from: for each format the template first, then complete games. */
export const SAMPLES: readonly Sample[] = Object.entries(files)
  .map(([path, read]) => {
    const file = path.slice(path.lastIndexOf('/') + 1);
    const isTemplate = path.includes('/templates/');
    const words = file.replace(/\..*$/, '').replaceAll('-', ' ');
    const title = isTemplate ? t('write.template') : words.charAt(0).toUpperCase() + words.slice(1);
    return { isTemplate, format: formatOfFile(file)!, title, file: isTemplate ? '' : file, read };
  })
  .toSorted((a, b) => Number(b.isTemplate) - Number(a.isTemplate) || a.title.localeCompare(b.title));

export const samplesOf = (format: FormatName): readonly Sample[] =>
  SAMPLES.filter((sample) => sample.format === format);
