export * from './search/levels.js';
export type { Limit } from './search/limit.js';
export type { Score } from './search/score.js';
export { type Memory, openMemory, type ThinkOptions, type Thought, think } from './search/think.js';
