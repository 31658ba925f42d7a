import { CARD_FIELDS } from '../contract/read-card.js';
import type { ScriptCard } from '../contract/state.js';
import type { Language } from '../language.js';

/** What the author of a sound script is told all the same, since it may not be what was meant. */
export function hintOn(language: Language, source: string, card: ScriptCard, start: string): string | undefined {
  const state = JSON.parse(start) as { readonly status?: unknown };
  if (!card.random && state.status !== 'running')
    return 'The starting state says that the game is over already, so that no game can be begun.';
  const ignored = CARD_FIELDS.filter((name) => name !== 'version' && Object.hasOwn(state, name));
  if (card.version === 1 && ignored.length > 0) {
    const names = ignored.map((name) => `"${name}"`).join(', ');
    return `The starting state does not say "version": 2, so that ${names} went unheard.`;
  }
  if (card.random || !CHANCE[language]?.test(source)) return undefined;
  return 'The script draws random numbers, and they are the same in every game: the starting state does not say "random": true.';
}

/** Where a source asks for lots; not known of every language. */
const CHANCE: { readonly [language in Language]?: RegExp } = {
  python: /\b(?:from|import)\s.*\brandom\b/,
  javascript: /\bMath\.random\b/,
  prolog: /\brandom(?:_\w+)?\(/,
};
