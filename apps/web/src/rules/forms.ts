import { t } from '../messages/variants.js';

/** A language in which rulesets are written. */
export type Form = {
  readonly value: FormName;
  readonly label: string;
  /** File name extensions. */
  readonly endings: readonly string[];
};
export type FormName = 'python' | 'typescript' | 'javascript' | 'prolog' | 'json';

export const FORMS: readonly Form[] = [
  { value: 'python', label: 'Python', endings: ['py'] },
  { value: 'typescript', label: 'TypeScript', endings: ['ts', 'mts'] },
  { value: 'javascript', label: 'JavaScript', endings: ['js', 'mjs'] },
  { value: 'prolog', label: 'Prolog', endings: ['pl', 'pro'] },
  { value: 'json', label: t('write.json'), endings: ['json'] },
];

export const labelOf = (form: string): string => FORMS.find(({ value }) => value === form)?.label ?? form;

/** The language of a file by its extension; undefined for unknown ones. */
export function formOfFile(file: string): FormName | undefined {
  const ending = /\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase() ?? '';
  return FORMS.find(({ endings }) => endings.includes(ending))?.value;
}

const SIGNS: readonly (readonly [FormName, RegExp])[] = [
  ['json', /^\s*\{\s*"/],
  ['python', /^\s*(?:async\s+)?def\s+\w+\(|^from \w+ import |^\s*elif .*:$/m],
  ['prolog', /^\w+(?:\(.*\))?\s*:-|^:- |^\w+\(.*\)\.\s*$/m],
  ['typescript', /^\s*(?:type|interface)\s+\w+|\)\s*:\s*\w+(?:\[\])?\s*(?:\{|=>)|^import type /m],
  ['javascript', /\bfunction\b|=>|\b(?:const|let)\s+\w+/],
];

/** The most likely language of a text; undefined if none fits. */
export const guessForm = (source: string): FormName | undefined => SIGNS.find(([, sign]) => sign.test(source))?.[0];

/** A file of `examples/`, loaded on demand. */
export type Sample = {
  readonly form: FormName;
  readonly title: string;
  /** The file name in `examples/`; empty for a template. */
  readonly file: string;
  readonly read: () => Promise<string>;
};

const files = {
  ...import.meta.glob<string>('../../../../examples/*.{py,ts,js,pl,json}', { query: '?raw', import: 'default' }),
  ...import.meta.glob<string>('../../../../examples/templates/template.*', { query: '?raw', import: 'default' }),
};

/** Texts to start from: for each form the template first, then complete games. */
export const SAMPLES: readonly Sample[] = Object.entries(files)
  .map(([path, read]) => {
    const file = path.slice(path.lastIndexOf('/') + 1);
    const isTemplate = path.includes('/templates/');
    const words = file.replace(/\..*$/, '').replaceAll('-', ' ');
    const title = isTemplate ? t('write.template') : words.charAt(0).toUpperCase() + words.slice(1);
    return { isTemplate, form: formOfFile(file)!, title, file: isTemplate ? '' : file, read };
  })
  .toSorted((a, b) => Number(b.isTemplate) - Number(a.isTemplate) || a.title.localeCompare(b.title));

export const samplesOf = (form: FormName): readonly Sample[] => SAMPLES.filter((sample) => sample.form === form);
