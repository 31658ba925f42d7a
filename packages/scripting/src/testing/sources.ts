import { readFileSync } from 'node:fs';

/** The source of a script in this package's test data. */
export const testSource = (name: string): string =>
  readFileSync(new URL(`../../testdata/${name}`, import.meta.url), 'utf8');
