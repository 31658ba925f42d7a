import type { PersonId } from '@chessmith/people';
import type { RulesetHead, RulesetSearch, RulesetStore, StoredRuleset } from '@chessmith/service';
import { folded, searchWords } from '../search-words.js';

export function memoryRulesets(guard: () => void, nameOf: (person: PersonId) => Promise<string | null>): RulesetStore {
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
      const seen = latest.filter((one) => isSeen(one, search));
      const names = new Map<PersonId, string | null>();
      for (const { author } of seen) if (!names.has(author)) names.set(author, await nameOf(author));
      return (isBehind ? latest.slice(from) : [])
        .filter((one) => isSeen(one, search) && (search.latest !== true || isLatest(one, seen)))
        .filter((one) => holdsAll(searchWords(search.text), [one.name, one.description, names.get(one.author) ?? '']))
        .slice(0, limit)
        .map(headOf);
    },
    async setVisibility(id, visibility) {
      guard();
      const known = kept.get(id);
      if (known !== undefined) kept.set(id, { ...known, visibility });
    },
  };
}

const isSeen = ({ author, visibility }: StoredRuleset, search: RulesetSearch): boolean =>
  (search.all === true || visibility === 'public') && (search.author === undefined || search.author === author);

const isLatest = ({ author, name, version }: StoredRuleset, seen: readonly StoredRuleset[]): boolean =>
  !seen.some((other) => other.author === author && other.name === name && other.version > version);

const holdsAll = (words: readonly string[], texts: readonly string[]): boolean =>
  words.every((word) => texts.some((text) => folded(text).includes(word)));

const headOf = ({ source: _, ...head }: StoredRuleset): RulesetHead => head;
