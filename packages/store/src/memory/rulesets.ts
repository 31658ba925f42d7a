import type { RulesetHead, RulesetSearch, RulesetStore, StoredRuleset } from '@chessmith/service';

export function memoryRulesets(guard: () => void): RulesetStore {
  /** In the order of their coming. */
  const kept = new Map<string, StoredRuleset>();
  return {
    async add(ruleset, limit) {
      guard();
      const known = kept.get(ruleset.id);
      if (known !== undefined) return known;
      const own = [...kept.values()].filter(({ author }) => author === ruleset.author);
      if (own.length >= limit) return 'too-many';
      const version = 1 + Math.max(0, ...own.filter(({ name }) => name === ruleset.name).map((one) => one.version));
      const added = { ...ruleset, version };
      kept.set(ruleset.id, added);
      return added;
    },
    async ruleset(id) {
      return kept.get(id);
    },
    async list(search, { limit, after }) {
      const latest = [...kept.values()].reverse();
      const from = after === undefined ? 0 : latest.findIndex(({ id }) => id === after) + 1;
      const isBehind = after === undefined || from > 0;
      return (isBehind ? latest.slice(from) : [])
        .filter((one) => isMeant(one, search))
        .slice(0, limit)
        .map(headOf);
    },
    async show(id, visibility) {
      guard();
      const known = kept.get(id);
      if (known !== undefined) kept.set(id, { ...known, visibility });
    },
  };
}

const isMeant = ({ author, name, visibility }: StoredRuleset, search: RulesetSearch): boolean =>
  (search.all === true || visibility === 'public') &&
  (search.author === undefined || search.author === author) &&
  name.toLowerCase().includes((search.text ?? '').toLowerCase());

const headOf = ({ source: _, ...head }: StoredRuleset): RulesetHead => head;
