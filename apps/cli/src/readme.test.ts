import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { examplesIn, picturesIn, runExample } from './testing/examples.js';

const ROOT = new URL('../../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');

describe.each(['README.md', 'docs/quantum.md'])('%s is true', (file) => {
  const text = read(file);

  test('it has examples', () => expect(examplesIn(text).length).toBeGreaterThan(3));

  test.each(examplesIn(text))('$command', async ({ command, printed }) => {
    expect(await runExample(command)).toBe(printed);
  });

  test.each(picturesIn(text))('$file is what the command beside it draws', async ({ command, file }) => {
    expect(text.includes(`(${file.replace(/^docs\//, '')})`) || text.includes(`(${file})`)).toBe(true);
    expect(read(file)).toBe(await runExample(command));
  });
});
