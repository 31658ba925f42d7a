import { readFileSync } from 'node:fs';
import * as quantum from '@chessmith/quantum';
import * as rules from '@chessmith/rules';
import * as std from '@chessmith/std';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { examplesIn, picturesIn, runExample } from './testing/examples.js';

const ROOT = new URL('../../../', import.meta.url);
const PACKAGES: { readonly [name: string]: unknown } = {
  '@chessmith/quantum': quantum,
  '@chessmith/rules': rules,
  '@chessmith/std': std,
};
const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');

describe.each(['docs/command-line.md', 'apps/cli/README.md', 'docs/quantum.md'])('the examples of %s', (file) => {
  const text = read(file);

  test('it has examples', () => expect(examplesIn(text).length).toBeGreaterThan(1));

  test.each(examplesIn(text))('$command', async ({ command, printed }) => {
    expect(await runExample(command)).toBe(printed);
  });

  test.each(picturesIn(text))('$file is what its command draws', async ({ command, file }) => {
    expect(text.includes(`(${file.replace(/^docs\//, '')})`) || text.includes(`(${file})`)).toBe(true);
    expect(read(file)).toBe(await runExample(command));
  });
});

test.each(['README.md', 'packages/quantum/README.md', 'packages/rules/README.md', 'packages/std/README.md'])(
  '%s: the library example prints the results in its comments',
  (file) => {
    const code = /^```ts\n(.*?)^```$/ms.exec(read(file))![1]!;
    const expected = Array.from(code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm), ([, result]) => result!);
    const printed: unknown[] = [];
    const script = ts.transpile(code, { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 });
    const run = new Function('require', 'exports', 'console', script);
    run((name: string) => PACKAGES[name], {}, { log: (value: unknown) => printed.push(value) });
    expect(printed).toEqual(expected.map((result) => new Function(`return ${result}`)()));
    expect(printed.length).toBeGreaterThan(0);
  },
);
