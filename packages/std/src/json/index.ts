export * from './compounds.js';
export { hasDuplicateKey } from './duplicate-key.js';
export * from './reader.js';
export * from './scalars.js';
export { lengthOutsideStrings } from './strings.js';
export { syntaxErrorPosition } from './syntax-error-position.js';
export type { TextPosition } from './text-position.js';
export { valuePosition } from './value-position.js';
