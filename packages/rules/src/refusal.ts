import type { Json } from './json.js';

/** A "no": a stable code, a sentence for people, and the facts a caller needs to act. */
export type Refusal = {
  readonly code: string;
  readonly message: string;
  readonly facts?: { readonly [name: string]: Json };
};

/** A "no" with a stable code, a sentence for people, and what a program needs to act on it. */
export const refusal = (code: string, message: string, facts?: { readonly [name: string]: Json }): Refusal =>
  facts === undefined ? { code, message } : { code, message, facts };
