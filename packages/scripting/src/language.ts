/** What is known of a language outside its engine. Whoever adds one says it here, and how it is loaded in `kinds.ts`. */
type LanguageCard = {
  /** What the two functions of the contract are called, as `call` names them. */
  readonly functions: ContractFunctions;
  /** The same in words for an author who has left one out, where they are no functions. */
  readonly missing?: ContractFunctions;
  /** What a source of it may be handed in as, and how the names of such files end. */
  readonly forms: { readonly [form: string]: readonly string[] };
  /** To load a script is to play a few moves, any of which may not come to its end. */
  readonly warmsUp?: true;
  /** What is loaded is the source itself, which is read once more; this may take as long as the first time. */
  readonly loadsSource?: true;
};
type ContractFunctions = { readonly start: string; readonly move: string };

const CARDS = {
  python: {
    functions: { start: 'get_starting_state', move: 'make_move' },
    forms: { python: ['py'] },
    warmsUp: true,
  },
  // TypeScript is JavaScript whose types are left out at upload.
  javascript: {
    functions: { start: 'startingState', move: 'makeMove' },
    forms: { javascript: ['js', 'mjs'], typescript: ['ts', 'mts'] },
  },
  prolog: {
    functions: { start: 'starting_state', move: 'make_move' },
    missing: { start: 'predicate starting_state/1', move: 'predicate make_move/5' },
    forms: { prolog: ['pl', 'pro'] },
    loadsSource: true,
  },
} as const satisfies { readonly [language: string]: LanguageCard };

/** The languages that rules can be written in. */
export type Language = keyof typeof CARDS;
export const LANGUAGES = Object.keys(CARDS) as readonly Language[];

const cardOf = (language: Language): LanguageCard => CARDS[language];

/** What the two functions of the contract are called in each language. */
export const FUNCTIONS = Object.fromEntries(LANGUAGES.map((language) => [language, cardOf(language).functions])) as {
  readonly [language in Language]: ContractFunctions;
};

/** What a script lacks that does not have this function of the contract, in words for its author. */
export function missingFunction(language: Language, which: keyof ContractFunctions): string {
  const { functions, missing } = cardOf(language);
  return missing?.[which] ?? `function ${functions[which]}`;
}

/** Whether loading a script plays a few moves, any of which may not come to its end. */
export const warmsUp = (language: Language): boolean => cardOf(language).warmsUp ?? false;

/** Whether loading a script takes as long as compiling it. */
export const loadsSource = (language: Language): boolean => cardOf(language).loadsSource ?? false;

type Form = { readonly form: string; readonly language: Language; readonly endings: readonly string[] };

const ALL_FORMS: readonly Form[] = LANGUAGES.flatMap((language) =>
  Object.entries(cardOf(language).forms).map(([form, endings]) => ({ form, language, endings })),
);

/** What scripts can be handed in as, with the language of each: `typescript` is a form of JavaScript. */
export const FORMS: ReadonlyMap<string, Language> = new Map(ALL_FORMS.map(({ form, language }) => [form, language]));

/** The form and the language of a file by the end of its name, or undefined for a file that holds no script. */
export function formOfScript(name: string): Pick<Form, 'form' | 'language'> | undefined {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return ALL_FORMS.find(({ endings }) => endings.includes(ending));
}
