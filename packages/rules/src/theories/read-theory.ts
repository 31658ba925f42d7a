import { json } from '@chessmith/std';
import type { Theory } from './draft.js';

export const MAX_THEORIES = 32;
/** The most squares per ray of a table. */
export const MAX_PATH = 32;
/** Limits: lines per theory, and characters per line. */
export const MAX_LINES = 500;
export const MAX_LINE = 500;
/** A Prolog atom that needs no quotes. */
export const THEORY_NAME = /^[a-z][A-Za-z0-9_]{0,39}$/;
export const PROLOG_LINE = /^[^\n\r\0\u2028\u2029]*$/;

const namesReader = json.array(
  json.string({ pattern: THEORY_NAME, expected: 'the name of a theory such as "ne_move"' }),
  { minLength: 1, maxLength: MAX_THEORIES },
);

/** The theories of a movement: one list for both colours, or one list for each. */
export const byReader = json.oneOf(namesReader, json.object({ white: namesReader, black: namesReader }));

/** One theory. Only Prolog itself can check its program. */
export const theoryReader: json.JsonReader<Theory> = json.object({
  shape: json.literal('rays', 'leaps'),
  prolog: json.array(
    json.string({ maxLength: MAX_LINE, pattern: PROLOG_LINE, expected: `a line of at most ${MAX_LINE} characters` }),
    { minLength: 1, maxLength: MAX_LINES },
  ),
});

/** Theories by name, not yet read. */
export const theoriesReader = json.refine(
  json.record(json.unknown()),
  (theories) => {
    const names = Object.keys(theories);
    return names.length <= MAX_THEORIES && names.every((name) => THEORY_NAME.test(name)) ? theories : undefined;
  },
  `at most ${MAX_THEORIES} theories, named like predicates, such as "ne_move"`,
);
