import type { api } from '@chessmith/protocol';
import { lobby } from './session.svelte.js';

type Card = api.Answer<'Ruleset'>;

let cards = $state.raw<readonly Card[]>([]);
let isAsked = false;

async function load(): Promise<void> {
  isAsked = true;
  const answer = await lobby.rulesets();
  if (answer.ok) cards = answer.value.rulesets;
  isAsked = answer.ok;
}

/** The kinds of chess that this server knows; empty until they have come. */
export function rulesets(): readonly Card[] {
  if (!isAsked) void load();
  return cards;
}

export const rulesetCalled = (name: string): Card | undefined => rulesets().find((card) => card.name === name);
