import type { RulesetId } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import { ok, unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import type { RulesetInput } from '../facets/rulesets.js';
import type { RulesetExaminer, RulesetStore, StoredRuleset } from '../ports/index.js';
import type { Time } from '../time.js';
import { rulesetLibrary } from './rulesets.js';

const ANNA = 'anna' as PersonId;

/** Takes the title from a comment in the first line. */
const examiner: RulesetExaminer = {
  formats: ['python'],
  async examine(_, source) {
    const title = /^# (.*)/.exec(source)?.[1] ?? '';
    return ok({ about: { name: '', title, summary: '', files: 8, ranks: 8, roles: [] }, card: null, report: null });
  },
};

function memoryStore(): RulesetStore {
  const kept = new Map<RulesetId, StoredRuleset>();
  return {
    async add(ruleset) {
      const version = 1 + [...kept.values()].filter(({ name }) => name === ruleset.name).length;
      const stored = kept.get(ruleset.id) ?? { ...ruleset, version };
      kept.set(stored.id, stored);
      return stored;
    },
    ruleset: async (id) => kept.get(id),
    list: async () => [...kept.values()],
    async setVisibility(id, visibility) {
      kept.set(id, { ...kept.get(id)!, visibility });
    },
  };
}

function uploader() {
  const time = { now: () => 0 } as unknown as Time;
  const rulesets = rulesetLibrary({ store: memoryStore(), examiner, hash: (text) => text, time });
  return (input: Omit<RulesetInput, 'format'>) => rulesets.upload(ANNA, { format: 'python', ...input });
}

test.each<[string, Omit<RulesetInput, 'format'>, string]>([
  ['what their author says', { source: '# Race', name: 'My race', file: 'r.py' }, 'My race'],
  ['what they call themselves', { source: '# Race', file: 'r.py' }, 'Race'],
  ['the name of their file', { source: 'x', file: 'C:\\games\\three.checkers.v2.py' }, 'three.checkers.v2'],
  ['the name of a file, cut short', { source: 'x', file: `${'long '.repeat(20)}.py` }, 'long '.repeat(12).trim()],
])('a ruleset is named after %s', async (_, input, name) => {
  const { ruleset } = unwrap(await uploader()(input));
  expect([ruleset.name, ruleset.about.title]).toEqual([name, input.source === '# Race' ? 'Race' : name]);
});

test('a ruleset without any name is refused until its author gives one', async () => {
  const upload = uploader();
  for (const file of [undefined, '.py', ' .py']) {
    const refused = await upload({ source: 'x', ...(file === undefined ? {} : { file }) });
    expect(refused).toMatchObject({ ok: false, error: { code: 'rulesets/no-name' } });
  }
  expect(unwrap(await upload({ source: 'x', name: 'Race' })).ruleset).toMatchObject({ name: 'Race', version: 1 });
  expect(unwrap(await upload({ source: 'x' })).ruleset).toMatchObject({ name: 'Race', version: 1 });
});

test('a public ruleset stays public when it is uploaded again', async () => {
  const upload = uploader();
  await upload({ source: '# Race', visibility: 'public' });
  expect(unwrap(await upload({ source: '# Race' })).ruleset.visibility).toBe('public');
  expect(unwrap(await upload({ source: '# Race', visibility: 'private' })).ruleset.visibility).toBe('private');
});
