/** The languages that rules can be written in. TypeScript is JavaScript whose types are left out at upload. */
export const LANGUAGES = ['python', 'javascript', 'prolog'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What the two functions of the contract are called in each language. */
export const FUNCTIONS: { readonly [language in Language]: { readonly start: string; readonly move: string } } = {
  python: { start: 'get_starting_state', move: 'make_move' },
  javascript: { start: 'startingState', move: 'makeMove' },
  prolog: { start: 'starting_state', move: 'make_move' },
};

const ENDINGS: { readonly [ending: string]: Language } = {
  py: 'python',
  js: 'javascript',
  mjs: 'javascript',
  ts: 'javascript',
  mts: 'javascript',
  pl: 'prolog',
  pro: 'prolog',
};

/** The language of a file by the end of its name, or undefined for a file that holds no script. */
export function languageOfFile(name: string): Language | undefined {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
}
