import { expect, test } from 'vitest';
import { asyncApi } from './asyncapi.js';
import { documentPage } from './document-page.js';

type Schema = { readonly [word: string]: unknown };

const document = asyncApi();
const payloads = Object.values(document.channels).flatMap(({ messages }) =>
  Object.values(messages).map(({ payload }) => payload),
);

/** All parts of a schema for which generators create types. */
function modelsIn(schema: Schema): readonly Schema[] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  const parts = [properties, anyOf, oneOf, allOf].flatMap((part) => Object.values(part as object));
  const within = [...parts, ...(items === undefined ? [] : [items])].flatMap(modelsIn);
  const isModel = ['properties', 'anyOf', 'oneOf', 'allOf', 'enum'].some((word) => word in schema);
  return isModel ? [schema, ...within] : within;
}

test('every payload and every nested type has a unique title', () => {
  const models = [...payloads, ...Object.values(document.components.schemas)].flatMap(modelsIn);
  expect(models.filter(({ title }) => typeof title !== 'string')).toEqual([]);
  const byTitle = new Map<unknown, Set<string>>();
  for (const { title, ...rest } of models) {
    byTitle.set(title, (byTitle.get(title) ?? new Set()).add(JSON.stringify(rest)));
  }
  expect([...byTitle].filter(([, different]) => different.size > 1).map(([title]) => title)).toEqual([]);
  const titles = payloads.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(['SubscribeRequest', 'NewsFrame', 'GetStateMessage']));
  expect(titles).not.toContain(undefined);
});

test('the page shows every message and schema, all links work, and no script runs', () => {
  const page = documentPage(document);
  const ids = new Set([...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
  const links = [...page.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
  for (const [name, { messages }] of Object.entries(document.channels)) {
    for (const message of Object.keys(messages)) expect(ids).toContain(`${name}-${message}`);
  }
  expect(page).not.toMatch(/<script| style=| on\w+=/);
});
