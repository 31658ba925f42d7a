export { PIECE_SHAPES } from './piece-shapes.js';
export type { Marked, Scene } from './scene.js';
export { drawSvg } from './svg.js';
export { drawText } from './text.js';
export { endingOf } from './words.js';
