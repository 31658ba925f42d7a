import { readFileSync } from 'node:fs';

/** A script among this room's test data. */
export const testSource = (name: string): string =>
  readFileSync(new URL(`../../testdata/${name}`, import.meta.url), 'utf8');
