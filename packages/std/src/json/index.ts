export * from './compounds.js';
export type { Place } from './place.js';
export { placeOfFault } from './place-of-fault.js';
export { placeOfValue } from './place-of-value.js';
export * from './reader.js';
export { repeatsName } from './repeats-name.js';
export * from './scalars.js';
export { lengthOutsideStrings } from './strings.js';
