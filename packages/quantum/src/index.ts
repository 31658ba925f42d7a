export * from './fragments/index.js';
export type { Joint } from './inspection/joint.js';
export * from './unitary/index.js';
