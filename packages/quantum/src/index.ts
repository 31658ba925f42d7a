export * from './fragments/index.js';
export * from './unitary/index.js';
