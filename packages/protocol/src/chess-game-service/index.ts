export * from './configuration.js';
export * from './errors.js';
export * from './moves.js';
export * from './pieces.js';
export * from './state.js';
