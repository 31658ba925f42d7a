import { similarNames } from '@chessmith/std';
import { FUNCTIONS, type Language, missingFunction } from '../language.js';

/** What an author is told of functions that a script should have and has not, with those that may be meant to be them. */
export function missingFunctionProblem(
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

/** Where a name stands that is given to something; good enough for a guess, and not known of every language. */
const DEFINED: { readonly [language in Language]?: RegExp } = {
  python: /^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)/gm,
  javascript: /\b(?:function\s*\*?|const|let|var)\s+([\w$]+)/g,
  prolog: /^([a-z]\w*)\(/gm,
};

/** What keeps a function of the right name from being one of the contract's. */
const HIDDEN: { readonly [language in Language]?: string } = {
  python: 'It is there, but inside of something else: it must begin at the left margin.',
  javascript: 'It is there, but it is no function, or inside of one: it must stand on its own.',
  prolog: 'It is there with another number of arguments, or in a module that does not export it.',
};
