import type { PersonId } from '@chessmith/people';
import type { RulesetHead, RulesetSearch, RulesetStore, StoredRuleset } from '@chessmith/service';
import { foldCase, searchWords } from '../search-words.js';

export function memoryRulesets(
  assertOpen: () => void,
  nameOf: (person: PersonId) => Promise<string | null>,
): RulesetStore {
  /** In the order of upload. */
  const rulesets = new Map<string, StoredRuleset>();
  return {
    async add(ruleset, limit) {
      assertOpen();
      const known = rulesets.get(ruleset.id);
      if (known !== undefined) return known;
      const own = [...rulesets.values()].filter(({ author }) => author === ruleset.author);
      if (own.length >= limit) return 'too-many';
      const version = 1 + Math.max(0, ...own.filter(({ name }) => name === ruleset.name).map((one) => one.version));
      const added = { ...ruleset, version };
      rulesets.set(ruleset.id, added);
      return added;
    },
    async ruleset(id) {
      return rulesets.get(id);
    },
    async list(search, { limit, after }) {
      const latest = [...rulesets.values()].reverse();
      const from = after === undefined ? 0 : latest.findIndex(({ id }) => id === after) + 1;
      const isKnownCursor = after === undefined || from > 0;
      const visible = latest.filter((one) => isVisible(one, search));
      const names = new Map<PersonId, string | null>();
      for (const { author } of visible) if (!names.has(author)) names.set(author, await nameOf(author));
      return (isKnownCursor ? latest.slice(from) : [])
        .filter((one) => isVisible(one, search) && (search.latest !== true || isLatest(one, visible)))
        .filter((one) => containAll(searchWords(search.text), [one.name, one.description, names.get(one.author) ?? '']))
        .slice(0, limit)
        .map(headOf);
    },
    async setVisibility(id, visibility) {
      assertOpen();
      const known = rulesets.get(id);
      if (known !== undefined) rulesets.set(id, { ...known, visibility });
    },
  };
}

const isVisible = ({ author, visibility }: StoredRuleset, search: RulesetSearch): boolean =>
  (search.all === true || visibility === 'public') && (search.author === undefined || search.author === author);

const isLatest = ({ author, name, version }: StoredRuleset, visible: readonly StoredRuleset[]): boolean =>
  !visible.some((other) => other.author === author && other.name === name && other.version > version);

const containAll = (words: readonly string[], texts: readonly string[]): boolean =>
  words.every((word) => texts.some((text) => foldCase(text).includes(word)));

const headOf = ({ source: _, ...head }: StoredRuleset): RulesetHead => head;
