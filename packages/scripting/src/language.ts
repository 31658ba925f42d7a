/** What the package knows of a language outside its engine. A new language gets an entry here and one in `kinds.ts`. */
type LanguageCard = {
  /** The names of the contract's two functions, as `call` uses them. */
  readonly functions: ContractFunctions;
  /** How the missing-function error names them where they are not functions (Prolog). */
  readonly missing?: ContractFunctions;
  /** The formats in which a source can be uploaded, with their file extensions. */
  readonly formats: { readonly [format: string]: readonly string[] };
  /** Loading a script plays a few moves, any of which may never return. */
  readonly warmsUp?: true;
  /** The program is the source itself, so loading parses it again and takes as long as compiling. */
  readonly loadsSource?: true;
};
type ContractFunctions = { readonly start: string; readonly move: string };

const CARDS = {
  python: {
    functions: { start: 'get_starting_state', move: 'make_move' },
    formats: { python: ['py'] },
    warmsUp: true,
  },
  // TypeScript is JavaScript whose types are removed at upload.
  javascript: {
    functions: { start: 'startingState', move: 'makeMove' },
    formats: { javascript: ['js', 'mjs'], typescript: ['ts', 'mts'] },
  },
  prolog: {
    functions: { start: 'starting_state', move: 'make_move' },
    missing: { start: 'predicate starting_state/1', move: 'predicate make_move/5' },
    formats: { prolog: ['pl', 'pro'] },
    loadsSource: true,
  },
} as const satisfies { readonly [language: string]: LanguageCard };

/** The languages in which rules can be written. */
export type Language = keyof typeof CARDS;
export const LANGUAGES = Object.keys(CARDS) as readonly Language[];

const cardOf = (language: Language): LanguageCard => CARDS[language];

/** The names of the contract's two functions in each language. */
export const FUNCTIONS = Object.fromEntries(LANGUAGES.map((language) => [language, cardOf(language).functions])) as {
  readonly [language in Language]: ContractFunctions;
};

/** The missing function as the error message names it. */
export function missingFunction(language: Language, which: keyof ContractFunctions): string {
  const { functions, missing } = cardOf(language);
  return missing?.[which] ?? `function ${functions[which]}`;
}

/** Whether loading a script plays a few moves, any of which may never return. */
export const warmsUp = (language: Language): boolean => cardOf(language).warmsUp ?? false;

/** Whether loading a script takes as long as compiling it. */
export const loadsSource = (language: Language): boolean => cardOf(language).loadsSource ?? false;

type Format = { readonly format: string; readonly language: Language; readonly endings: readonly string[] };

const ALL_FORMATS: readonly Format[] = LANGUAGES.flatMap((language) =>
  Object.entries(cardOf(language).formats).map(([format, endings]) => ({ format, language, endings })),
);

/** The formats of uploads with the language of each: `typescript` is a format of JavaScript. */
export const FORMATS: ReadonlyMap<string, Language> = new Map(
  ALL_FORMATS.map(({ format, language }) => [format, language]),
);

/** The format and language of a file by its extension, or undefined if it is not a script. */
export function formatOfScript(name: string): Pick<Format, 'format' | 'language'> | undefined {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return ALL_FORMATS.find(({ endings }) => endings.includes(ending));
}
