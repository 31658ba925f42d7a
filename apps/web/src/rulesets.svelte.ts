import type { api } from '@chessmith/protocol';
import { SvelteMap } from 'svelte/reactivity';
import { lobby, untilReached } from './session.svelte.js';

type Card = api.ResponseOf<'Ruleset'>;
type Written = api.ResponseOf<'WrittenRuleset'>;

let cards = $state.raw<readonly Card[]>([]);
let isAsked = false;
let isKnown = $state(false);

const written = new SvelteMap<string, Card>();
const askedFor = new Set<string>();

async function load(): Promise<void> {
  isAsked = true;
  const answer = await untilReached(lobby.rulesets);
  if (answer.ok) cards = answer.value.rulesets;
  isAsked = answer.ok;
  isKnown = answer.ok;
}

/** The kinds of chess that this server knows; empty until they have come. */
export function rulesets(): readonly Card[] {
  if (!isAsked) void load();
  return cards;
}

/** Rules by their name or id. Those that somebody wrote are asked for, and appear when they come. */
export function rulesetCalled(name: string): Card | undefined {
  const card = rulesets().find((one) => one.name === name) ?? written.get(name);
  if (card === undefined && isKnown && !askedFor.has(name)) {
    askedFor.add(name);
    void untilReached(() => lobby.writtenRuleset(name)).then((answer) => {
      // Its author may have given it another name than the rules give themselves.
      if (answer.ok) written.set(name, { ...answer.value.about, title: answer.value.name });
    });
  }
  return card;
}

/** What this person wrote, and what others wrote for everybody; the latest of each. */
export async function writtenFor(
  person: string,
): Promise<{ readonly own: readonly Written[]; readonly others: readonly Written[] }> {
  const [own, all] = await Promise.all([
    lobby.writtenRulesets({ author: person, latest: true, limit: 50 }),
    lobby.writtenRulesets({ latest: true, limit: 50 }),
  ]);
  return {
    own: own.ok ? own.value.rulesets : [],
    others: all.ok ? all.value.rulesets.filter(({ author }) => author !== person) : [],
  };
}
