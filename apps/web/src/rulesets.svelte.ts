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

/** The built-in rulesets of the server; empty until they arrive. */
export function rulesets(): readonly Card[] {
  if (!isAsked) void load();
  return cards;
}

/** A ruleset by its name or id. Those of authors are requested, and appear when they arrive. */
export function rulesetCalled(name: string): Card | undefined {
  const card = rulesets().find((one) => one.name === name) ?? written.get(name);
  if (card === undefined && isKnown && !askedFor.has(name)) {
    askedFor.add(name);
    void untilReached(() => lobby.writtenRuleset(name)).then((answer) => {
      // The author's name for the ruleset wins over the title in its source.
      if (answer.ok) written.set(name, { ...answer.value.about, title: answer.value.name });
    });
  }
  return card;
}

/** The latest versions of the person's own rulesets, and of the public ones of other authors. */
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
