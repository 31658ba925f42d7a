import { afterEach, expect, test, vi } from 'vitest';
import { loadDraft, saveDraft } from './draft.js';

afterEach(() => vi.unstubAllGlobals());

const storage = (content: { [key: string]: string }) => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => content[key] ?? null,
    setItem: (key: string, text: string) => {
      content[key] = text;
    },
  });
};

const DRAFT = { format: 'prolog', source: 'x.', name: 'Mine', file: 'mine.pl', visibility: 'private' } as const;

test('a draft is loaded as it was saved', () => {
  storage({});
  saveDraft(null, DRAFT);
  expect(loadDraft(null)).toEqual(DRAFT);
  expect(loadDraft('other')).toBeNull();
});

test('a draft that an older version saved is loaded', () => {
  const { format, ...rest } = DRAFT;
  storage({ 'chessmith.draft.new': JSON.stringify({ form: format, ...rest }) });
  expect(loadDraft(null)).toEqual(DRAFT);
});
