import { COLORS, type Color, PIECE_SHAPES, type RulesetCard } from '@chessmith/rules';
import { classOf } from './ground.js';

const PAINT = {
  white: 'fill="#fffdf6" stroke="#2b2a28" color="#2b2a28"',
  black: 'fill="#3a3a44" stroke="#15151a" color="#d8d3c6"',
};

/** A picture of a piece; one without a shape of its own is a coin with its letter. */
export function picture(role: string, color: Color, letter: string): string {
  const shape = PIECE_SHAPES[role] ?? coin(letter);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="2.5 2.5 40 40"><g ${PAINT[color]} stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round">${shape}</g></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}

function coin(letter: string): string {
  const text = letter.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  return `<circle cx="22.5" cy="22.5" r="16"/><text x="22.5" y="29.5" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700" font-size="19" fill="currentColor" stroke="none">${text}</text>`;
}

const drawn = new Set<string>();
let sheet: CSSStyleSheet | undefined;

/** Makes sure that the page can draw every piece of this ruleset. */
export function drawMen({ roles }: RulesetCard): void {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  for (const { role, letter } of roles) {
    if (drawn.has(role)) continue;
    drawn.add(role);
    for (const color of COLORS) {
      sheet.insertRule(`.${classOf(role)}.${color} { background-image: ${picture(role, color, letter)}; }`);
    }
  }
}
