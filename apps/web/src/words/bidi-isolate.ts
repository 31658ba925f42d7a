const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** Isolates a name in a sentence, so that a right-to-left name does not reorder the words around it. */
export const bidiIsolate = (name: string): string => FIRST_STRONG_ISOLATE + name + POP_ISOLATE;
