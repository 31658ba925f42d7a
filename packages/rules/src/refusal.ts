import type { Json } from './json.js';

/** A "no": a stable code, a sentence for people, and facts for programs. */
export type Refusal = {
  readonly code: string;
  readonly message: string;
  readonly facts?: { readonly [name: string]: Json };
};

export const refusal = (code: string, message: string, facts?: { readonly [name: string]: Json }): Refusal =>
  facts === undefined ? { code, message } : { code, message, facts };
