export * from './compounds.js';
export * from './reader.js';
export * from './scalars.js';
