export * from './guest-token.js';
export * from './name.js';
export * from './person.js';
export * from './statistics.js';
