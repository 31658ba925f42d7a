import { isHarmlessSvg } from './svg.js';

/** Shapes that every client can draw. */
export const SHAPES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;

/** One pictograph or chess symbol, with modifiers or tag sequences (flags of regions). */
const SIGN = String.raw`[\p{Extended_Pictographic}\u2654-\u265f\u{1fa00}-\u{1fa6d}][\p{Emoji_Modifier}\ufe0f]*(?:[\u{e0020}-\u{e007e}]{1,30}\u{e007f})?`;
const EMOJI = new RegExp(
  String.raw`^(?:${SIGN}(?:\u200d${SIGN}){0,5}|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3)$`,
  'u',
);

/** Whether a text is the name of a shape, one emoji, or a small SVG that a page can embed safely. */
export function isGlyph(text: string): boolean {
  return (SHAPES as readonly string[]).includes(text) || EMOJI.test(text) || isHarmlessSvg(text);
}

/**
 * An SVG without XML declaration, comments and single quotes, which drawing programs add. It does not make a harmful
 * SVG safe.
 */
export const cleanedSvg = (text: string): string =>
  text.includes('<svg')
    ? text
        .replace(/^\s*<\?xml\s[^<>]*\?>/, '')
        .replace(/<!--[\s\S]*?-->/g, '')
        .replace(/=\s*'([^'"<>&]*)'/g, '="$1"')
        .trim()
    : text;
