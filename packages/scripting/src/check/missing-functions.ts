import { similarNames } from '@chessmith/std';
import { FUNCTIONS, type Language, missingFunction } from '../language.js';

/** The message about missing functions, with similar names in the source that may be meant. */
export function missingFunctionMessage(
  language: Language,
  missing: readonly ('start' | 'move')[],
  source: string,
): string {
  const isDefined = DEFINED[language];
  const found = isDefined === undefined ? [] : [...source.matchAll(isDefined)].map((match) => match[1]!);
  const defined = [...new Set(found)];
  const others = defined.filter((name) => !Object.values(FUNCTIONS[language]).includes(name));
  const hints = missing.map((which) => {
    const name = FUNCTIONS[language][which];
    if (defined.includes(name)) return ` ${HIDDEN[language]}`;
    const namesakes = Object.values(FUNCTIONS).map((functions) => functions[which]);
    const [near] = [...namesakes.filter((one) => others.includes(one)), ...similarNames(name, others)];
    return near === undefined ? '' : ` Is "${near}" meant to be ${name}?`;
  });
  const lacking = missing.map((which) => missingFunction(language, which)).join(' and no ');
  return `The script has no ${lacking}.${[...new Set(hints)].join('')}`;
}

/** Patterns that find defined names in a source. They are good enough for a guess and exist for some languages. */
const DEFINED: { readonly [language in Language]?: RegExp } = {
  python: /^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)/gm,
  javascript: /\b(?:function\s*\*?|const|let|var)\s+([\w$]+)/g,
  prolog: /^([a-z]\w*)\(/gm,
};

/** Why a function with the right name does not count as one of the contract's functions. */
const HIDDEN: { readonly [language in Language]?: string } = {
  python: 'It is defined inside something else; define it at the top level.',
  javascript: 'It is not a function, or it is defined inside something else; define it at the top level.',
  prolog: 'It is defined with another number of arguments, or in a module that does not export it.',
};
