export * from './unitary/index.js';
