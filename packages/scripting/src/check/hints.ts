import { CARD_FIELDS } from '../contract/read-card.js';
import type { ScriptCard } from '../contract/state.js';
import type { Language } from '../language.js';

/** A hint for the author of a script that passed but may not do what was meant. */
export function hintFor(language: Language, source: string, card: ScriptCard, start: string): string | undefined {
  const state = JSON.parse(start) as { readonly status?: unknown };
  if (!card.random && state.status !== 'running')
    return 'The starting state is already finished, so no game can start. Return the status "running".';
  const ignored = CARD_FIELDS.filter((name) => name !== 'version' && Object.hasOwn(state, name));
  if (card.version === 1 && ignored.length > 0) {
    const names = ignored.map((name) => `"${name}"`).join(', ');
    return `Without "version": 2 in the starting state, these fields are ignored: ${names}.`;
  }
  if (card.random || !CHANCE[language]?.test(source)) return undefined;
  return 'The script uses random numbers, but they are the same in every game. Add "random": true to the starting state.';
}

/** Patterns that find the use of random numbers in a source, for some languages. */
const CHANCE: { readonly [language in Language]?: RegExp } = {
  python: /\b(?:from|import)\s.*\brandom\b/,
  javascript: /\bMath\.random\b/,
  prolog: /\brandom(?:_\w+)?\(/,
};
