export * from './compounds.js';
export { jsonPlace, type Place } from './json-place.js';
export { placeOf } from './place-of.js';
export * from './reader.js';
export * from './scalars.js';
