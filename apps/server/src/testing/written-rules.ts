import { readFileSync } from 'node:fs';
import type { TestServer } from './test-server.js';

export type Guest = Awaited<ReturnType<TestServer['guest']>>;

/** The text of a file in `examples/`. */
export const exampleSource = (file: string): string =>
  readFileSync(new URL(`../../../../examples/${file}`, import.meta.url), 'utf8');

/** Asks again where interpreters are slow to start on a busy machine and the server says so. */
export async function patiently<A extends { readonly status: number }>(ask: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
  }
}

export const handIn = (by: Guest, options: { readonly [name: string]: string }) =>
  patiently(() => by.post('/api/rulesets', options));
