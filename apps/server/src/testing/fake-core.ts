import type { Core } from '../core.js';

/** A core in which every facet has the same methods. */
export const coreWith = (methods: object, parts: object = {}): Core =>
  ({ games: methods, queries: methods, live: methods, chat: methods, people: methods, ...parts }) as unknown as Core;
