import { isHarmlessSvg } from './svg.js';

/** Shapes that every client can draw. */
export const SHAPES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;

const EMOJI = /^\p{Extended_Pictographic}(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f){0,10}$/u;

/** Whether a text is a shape's name, one emoji, or a small picture that may be put into a page as it is. */
export function isGlyph(text: string): boolean {
  return (SHAPES as readonly string[]).includes(text) || EMOJI.test(text) || isHarmlessSvg(text);
}
