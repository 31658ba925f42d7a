import { isHarmlessSvg } from './svg.js';

/** Shapes that every client can draw. */
export const SHAPES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;

/** One sign, of chess too, or several that are joined to one; a flag, also one that is spelt in tags; a key. */
const SIGN = String.raw`[\p{Extended_Pictographic}\u2654-\u265f\u{1fa00}-\u{1fa6d}][\p{Emoji_Modifier}\ufe0f]*(?:[\u{e0020}-\u{e007e}]{1,30}\u{e007f})?`;
const EMOJI = new RegExp(
  String.raw`^(?:${SIGN}(?:\u200d${SIGN}){0,5}|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3)$`,
  'u',
);

/** Whether a text is a shape's name, one emoji, or a small picture that may be put into a page as it is. */
export function isGlyph(text: string): boolean {
  return (SHAPES as readonly string[]).includes(text) || EMOJI.test(text) || isHarmlessSvg(text);
}

/** A picture as it is kept: without what editors put around and between its shapes. What is harmful is not made harmless. */
export const tidied = (text: string): string =>
  text.includes('<svg')
    ? text
        .replace(/^\s*<\?xml\s[^<>]*\?>/, '')
        .replace(/<!--[\s\S]*?-->/g, '')
        .replace(/=\s*'([^'"<>&]*)'/g, '="$1"')
        .trim()
    : text;
