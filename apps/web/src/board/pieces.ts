import { PIECE_SHAPES } from '@chessmith/drawing';
import { COLORS, type Color, type RulesetCard } from '@chessmith/rules';
import { classOf } from './ground.js';

type PieceKind = RulesetCard['roles'][number];

const PAINT = {
  white: 'fill="#fffdf6" stroke="#2b2a28" color="#2b2a28"',
  black: 'fill="#3a3a44" stroke="#15151a" color="#d8d3c6"',
};
const STROKE = 1.5;

/** The picture of a piece: the ruleset's own, a built-in one, or a disc with its letter. */
export function picture(man: PieceKind, color: Color): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="2.5 2.5 40 40"><g ${PAINT[color]} stroke-width="${STROKE}" stroke-linejoin="round" stroke-linecap="round">${shapeOf(man)}</g></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}

function shapeOf({ role, letter, glyph }: PieceKind): string {
  if (glyph === undefined) return PIECE_SHAPES[role] ?? letterDisc(letter);
  if (glyph.startsWith('<svg')) return ownPicture(glyph);
  return PIECE_SHAPES[glyph] ?? `${DISC}${written(glyph, 30.5, 23)}`;
}

const DISC = '<circle cx="22.5" cy="22.5" r="17.5"/>';

const letterDisc = (letter: string): string =>
  `<circle cx="22.5" cy="22.5" r="16"/>${written(letter.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase(), 29.5, 19)}`;

const written = (text: string, y: number, size: number): string =>
  `<text x="22.5" y="${y}" text-anchor="middle" font-family="system-ui,'Noto Color Emoji',sans-serif" font-weight="700" font-size="${size}" fill="currentColor" stroke="none">${text}</text>`;

const BOX = /\sviewBox\s*=\s*"([^"]*)"/;
const SIZE = /\s(width|height)\s*=\s*"([\d.]+)[^"]*"/g;
const PLACE = /\s(?:x|y|width|height|viewBox|xmlns)\s*=\s*"[^"]*"/g;
const PAINTED = /\s(?:fill|stroke)\s*=\s*"(?!none|currentColor)/;

/**
 * An author's SVG; the server allows only plain shapes. Without colors of its own it is painted like the built-in pieces. With colors
 * it would look the same for both sides, so it gets a disc in the color of its side.
 */
function ownPicture(svg: string): string {
  const [, attributes = '', inside = ''] = /^<svg([^>]*?)(?:\/>|>(.*)<\/svg\s*>)\s*$/s.exec(svg) ?? [];
  const sizes = Object.fromEntries([...attributes.matchAll(SIZE)].map(([, name, size]) => [name, size]));
  const box = BOX.exec(attributes)?.[1] ?? `0 0 ${sizes.width ?? 45} ${sizes.height ?? 45}`;
  const isPainted = PAINTED.test(svg);
  const side = isPainted ? 25 : 36;
  const at = 22.5 - side / 2;
  const width =
    (STROKE *
      Math.max(
        ...box
          .trim()
          .split(/[\s,]+/)
          .slice(2)
          .map(Number),
      )) /
    side;
  const stroke = /\sstroke-width\s*=/.test(attributes) ? '' : ` stroke-width="${width}"`;
  return `${isPainted ? DISC : ''}<svg x="${at}" y="${at}" width="${side}" height="${side}" viewBox="${box}"${stroke}${attributes.replace(PLACE, '')}>${inside}</svg>`;
}

let sheet: CSSStyleSheet | undefined;

/** Adds the pictures of a ruleset's pieces to the page; they replace those of the ruleset before. */
export function drawPieces({ roles }: RulesetCard): void {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  const rules = roles.flatMap((man) =>
    COLORS.map((color) => `.${classOf(man.role)}.${color} { background-image: ${picture(man, color)}; }`),
  );
  sheet.replaceSync(rules.join('\n'));
}
