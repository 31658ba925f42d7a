import type { RulesetId } from '@chessmith/game';
import type { PersonName, SecretHash } from '@chessmith/people';
import { describe, expect, test } from 'vitest';
import type { StoredRuleset } from '../ports/index.js';
import { ANNA, BERT, instant, person } from './samples.js';
import type { CurrentStore } from './store-under-test.js';

const ruleset = (number: number, more: Partial<StoredRuleset> = {}): Omit<StoredRuleset, 'version'> => ({
  id: `sha256:${number}` as RulesetId,
  author: ANNA,
  name: 'Pawn war',
  description: '',
  format: 'python',
  source: `# ${number}`,
  card: { files: 5 },
  visibility: 'public',
  forkOf: null,
  createdAt: instant(number),
  ...more,
});

export function testRulesetStore(current: CurrentStore): void {
  const names = async (search = {}, page = {}) =>
    (await current.store.rulesets.list(search, { limit: 10, ...page })).map(
      ({ name, version }) => `${name} ${version}`,
    );

  describe('rulesets', () => {
    test('a ruleset is stored as it was added, also after a restart; versions of a name are counted', async () => {
      const { rulesets } = current.store;
      expect(await rulesets.add(ruleset(1), 10)).toEqual({ ...ruleset(1), version: 1 });
      expect(await rulesets.add(ruleset(2), 10)).toMatchObject({ version: 2 });
      expect(await rulesets.add(ruleset(3, { author: BERT, forkOf: ruleset(1).id }), 10)).toMatchObject({ version: 1 });
      await current.reopen();
      expect(await current.store.rulesets.ruleset(ruleset(2).id)).toEqual({ ...ruleset(2), version: 2 });
      expect(await current.store.rulesets.ruleset('sha256:9' as RulesetId)).toBeUndefined();
    });

    test('the same ruleset again gives the first one, and nothing is added beyond the limit', async () => {
      const { rulesets } = current.store;
      await rulesets.add(ruleset(1), 1);
      expect(await rulesets.add(ruleset(1, { name: 'Other', createdAt: instant(5) }), 1)).toEqual({
        ...ruleset(1),
        version: 1,
      });
      expect(await rulesets.add(ruleset(2), 1)).toBe('too-many');
      expect(await rulesets.add(ruleset(3, { author: BERT }), 1)).toMatchObject({ version: 1 });
    });

    test('lists show public rulesets, latest first, page by page; authors find all of their own', async () => {
      const { rulesets } = current.store;
      await rulesets.add(ruleset(1), 10);
      await rulesets.add(ruleset(2, { name: 'Dice chess', author: BERT }), 10);
      await rulesets.add(ruleset(3, { visibility: 'unlisted' }), 10);
      await rulesets.add(ruleset(4, { name: 'Race', visibility: 'private' }), 10);
      expect(await names()).toEqual(['Dice chess 1', 'Pawn war 1']);
      expect(await names({}, { limit: 1 })).toEqual(['Dice chess 1']);
      expect(await names({}, { after: ruleset(2).id })).toEqual(['Pawn war 1']);
      expect(await names({}, { after: 'sha256:9' })).toEqual([]);
      expect(await names({ text: 'CHESS' })).toEqual(['Dice chess 1']);
      expect(await names({ author: ANNA })).toEqual(['Pawn war 1']);
      expect(await names({ author: ANNA, all: true })).toEqual(['Race 1', 'Pawn war 2', 'Pawn war 1']);
      await rulesets.setVisibility(ruleset(1).id, 'private');
      expect(await names()).toEqual(['Dice chess 1']);
    });

    test('a search looks at the name, the description and the author’s name', async () => {
      const { rulesets, people } = current.store;
      await people.addGuest(person(ANNA, 'Émilie'), 'one secret' as SecretHash);
      await people.addGuest(person(BERT), 'another' as SecretHash);
      await rulesets.add(ruleset(1, { description: 'Pawns ÉCHAPPENT on 5x5.' }), 10);
      await rulesets.add(ruleset(2, { name: 'Dice chess', description: 'Luck_and 100% fun', author: BERT }), 10);
      expect(await names({ text: 'échappent' })).toEqual(['Pawn war 1']);
      expect(await names({ text: 'éMILIE' })).toEqual(['Pawn war 1']);
      expect(await names({ text: ' émilie   WAR ' })).toEqual(['Pawn war 1']);
      expect(await names({ text: 'émilie dice' })).toEqual([]);
      expect(await names({ text: '100%' })).toEqual(['Dice chess 1']);
      expect(await names({ text: '_' })).toEqual(['Dice chess 1']);
      expect(await names({ text: '  ' })).toEqual(['Dice chess 1', 'Pawn war 1']);
      await people.rename(ANNA, 'Zoë' as PersonName);
      expect(await names({ text: 'émilie' })).toEqual([]);
      expect(await names({ text: 'zoË' })).toEqual(['Pawn war 1']);
      await people.forget(ANNA);
      expect(await names({ text: 'zoë' })).toEqual([]);
      expect(await names({ text: 'war' })).toEqual(['Pawn war 1']);
    });

    test('the latest version of a name is the latest that is visible', async () => {
      const { rulesets } = current.store;
      await rulesets.add(ruleset(1), 10);
      await rulesets.add(ruleset(2, { description: 'Better.' }), 10);
      await rulesets.add(ruleset(3, { author: BERT }), 10);
      await rulesets.add(ruleset(4, { visibility: 'private' }), 10);
      expect(await names({ latest: true })).toEqual(['Pawn war 1', 'Pawn war 2']);
      expect(await names({ latest: true, author: ANNA })).toEqual(['Pawn war 2']);
      expect(await names({ latest: true, author: ANNA, all: true })).toEqual(['Pawn war 3']);
      expect(await names({ latest: true, text: 'better' })).toEqual(['Pawn war 2']);
      await rulesets.setVisibility(ruleset(2).id, 'unlisted');
      expect(await names({ latest: true })).toEqual(['Pawn war 1', 'Pawn war 1']);
      expect(await names({ latest: true, text: 'better' })).toEqual([]);
    });
  });
}
