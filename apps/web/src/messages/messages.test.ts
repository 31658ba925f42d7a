import { type CompiledMessageToken, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import page from './en/page.json';
import variants from './en/variants.json';
import { t } from './page.js';

const CATALOGUES = { PageMessages: page, VariantMessages: variants };

test('the types of keys and parameters follow the catalogue; `vitest run apps/web/src/messages --update` writes them', async () => {
  await expect(typesOf(CATALOGUES)).toMatchFileSnapshot('message-types.ts');
});

test('every message is used, under the name of its key', () => {
  const sources = import.meta.glob<string>(['../**/*.{svelte,ts}', '!../**/*.test.ts', '!./**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const text = Object.values(sources).join('\n');
  const keys = Object.values(CATALOGUES).flatMap((catalogue) => Object.keys(catalogue));
  expect(keys.filter((key) => !text.includes(`'${key}'`))).toEqual([]);
});

test('a message is written with its values, in the right number', () => {
  expect(t('status.boards', { count: 1 })).toBe('1 possible board.');
  expect(t('status.boards', { count: 1200 })).toBe('1,200 possible boards.');
});

function typesOf(catalogues: { readonly [name: string]: { readonly [key: string]: string } }): string {
  const types = Object.entries(catalogues).map(([name, messages]) => {
    const lines = Object.entries(messages).map(([key, text]) => `  '${key}': ${parametersOf(text)};\n`);
    return `export type ${name} = {\n${lines.join('')}};\n`;
  });
  return `// biome-ignore-all format: generated from en/*.json by messages.test.ts, do not edit.\n\n${types.join('\n')}`;
}

function parametersOf(text: string): string {
  const found = new Map<string, string>();
  const visit = (tokens: readonly CompiledMessageToken[]): void => {
    for (const token of tokens) {
      if (!Array.isArray(token)) continue;
      const [name, kind, cases] = token;
      found.set(name, kind === 'plural' || found.get(name) === 'number' ? 'number' : 'string | number');
      if (typeof cases !== 'object' || cases === null) continue;
      for (const inner of Object.values(cases)) if (Array.isArray(inner)) visit(inner);
    }
  };
  visit(compileMessageOrThrow(text));
  if (found.size === 0) return 'null';
  return `{ ${[...found].map(([name, type]) => `readonly ${name}: ${type}`).join('; ')} }`;
}
