const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** A name within a sentence: one that is read from right to left turns nothing around it. */
export const bidiIsolate = (name: string): string => FIRST_STRONG_ISOLATE + name + POP_ISOLATE;
