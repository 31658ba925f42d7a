import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const textOf = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

test('the README shows the example that the stores run', () => {
  const source = textOf('testing/use-cases/readme-example.ts');
  const [, tested = ''] = /\/\/ README\n(.*?)\s+\/\/ end\n/s.exec(source) ?? [];
  expect(tested).not.toBe('');
  expect(textOf('../README.md')).toContain(tested.replace(/^ {2}/gm, ''));
});
