import { readFileSync } from 'node:fs';
import type { TestServer } from './test-server.js';

export type Guest = Awaited<ReturnType<TestServer['guest']>>;

/** The text of a file in `examples/`. */
export const exampleSource = (file: string): string =>
  readFileSync(new URL(`../../../../examples/${file}`, import.meta.url), 'utf8');

/** Repeats a request while the server answers 503, since interpreters start slowly on a busy machine. */
export async function retryWhileBusy<A extends { readonly status: number }>(ask: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
  }
}

export const uploadRuleset = (by: Guest, options: { readonly [name: string]: string }) =>
  retryWhileBusy(() => by.post('/api/rulesets', options));
