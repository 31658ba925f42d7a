import type { ViewPiece } from '@chessmith/rules';
import { PIECE_SHAPES } from './piece-shapes.js';
import type { Scene } from './scene.js';

const FIELD = 45;
/** Room for the names of files and ranks, and the rim on the other sides. */
const FRAME = 20;
const RIM = 8;

const LIGHT = '#f2e9d8';
const DARK = '#8ba3ad';

/** A picture that brings its own background, so that it looks the same on light and dark pages. */
export function drawSvg(scene: Scene): string {
  const { card, view } = scene;
  const width = card.files * FIELD + FRAME + RIM;
  const height = card.ranks * FIELD + FRAME + RIM;
  const roles = [...new Set(view.pieces.map(({ role }) => role))].filter((role) => role in PIECE_SHAPES);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${card.title}: ${view.notation}">
<style>
.frame{fill:#26343d}.name{fill:#b9c7ce;font:600 11px system-ui,sans-serif;text-anchor:middle}
.man{stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}
.white{fill:#fffdf6;stroke:#2b2a28;color:#2b2a28}.black{fill:#3a3a44;stroke:#15151a;color:#d8d3c6}
.letter{font:700 19px system-ui,sans-serif;text-anchor:middle;fill:currentColor;stroke:none}
.from{fill:#f4c542;fill-opacity:.75}.check{fill:#e5484d;fill-opacity:.7}
.dot{fill:#1f3a2d;fill-opacity:.42}.ring{fill:none;stroke:#1f3a2d;stroke-opacity:.5;stroke-width:4}
</style>
<defs>
${roles.map((role) => `<g id="${role}">${PIECE_SHAPES[role]}</g>`).join('\n')}
</defs>
<rect class="frame" width="${width}" height="${height}" rx="10"/>
<g transform="translate(${FRAME} ${RIM})">
${squares(scene).join('\n')}
${marks(scene).join('\n')}
${view.pieces.map((piece) => man(scene, piece)).join('\n')}
</g>
${names(scene).join('\n')}
</svg>
`;
}

/** Upper left corner of a square. */
function corner({ card }: Scene, square: string): readonly [x: number, y: number] {
  const file = square.charCodeAt(0) - 97;
  return [file * FIELD, (card.ranks - Number(square.slice(1))) * FIELD];
}

/** The light squares are one sheet; the dark ones, and the squares worth seeing, lie on it. */
function squares(scene: Scene): string[] {
  const { card, view, marked } = scene;
  const sheet = `<rect width="${card.files * FIELD}" height="${card.ranks * FIELD}" fill="${LIGHT}"/>`;
  let dark = '';
  for (let rank = 0; rank < card.ranks; rank++) {
    for (let file = 0; file < card.files; file++) {
      const isDark = (card.ranks - 1 - rank + file) % 2 === 0;
      if (isDark) dark += `M${file * FIELD} ${rank * FIELD}h${FIELD}v${FIELD}h-${FIELD}z`;
    }
  }
  const tinted = [
    ...(marked === null ? [] : [['from', marked.from] as const]),
    ...view.check.map((square) => ['check', square] as const),
  ];
  return [
    sheet,
    `<path d="${dark}" fill="${DARK}"/>`,
    ...tinted.map(([kind, square]) => {
      const [x, y] = corner(scene, square);
      return `<rect class="${kind}" x="${x}" y="${y}" width="${FIELD}" height="${FIELD}"/>`;
    }),
  ];
}

function marks(scene: Scene): string[] {
  const taken = new Set(scene.view.pieces.map(({ square }) => square));
  return (scene.marked?.to ?? []).map((square) => {
    const [x, y] = corner(scene, square);
    const at = `cx="${x + FIELD / 2}" cy="${y + FIELD / 2}"`;
    return taken.has(square) ? `<circle class="ring" ${at} r="19"/>` : `<circle class="dot" ${at} r="6.5"/>`;
  });
}

function man(scene: Scene, { square, role, color }: ViewPiece): string {
  const [x, y] = corner(scene, square);
  const at = `class="man ${color}" transform="translate(${x} ${y})"`;
  if (role in PIECE_SHAPES) return `<use href="#${role}" ${at}/>`;
  const letter = scene.card.roles.find((known) => known.role === role)?.letter ?? '?';
  return `<g ${at}><circle cx="22.5" cy="22.5" r="15"/><text class="letter" x="22.5" y="29.3">${letter}</text></g>`;
}

function names({ card }: Scene): string[] {
  const files = Array.from({ length: card.files }, (_, file) => ({
    text: String.fromCharCode(97 + file),
    x: FRAME + (file + 0.5) * FIELD,
    y: RIM + card.ranks * FIELD + 14,
  }));
  const ranks = Array.from({ length: card.ranks }, (_, rank) => ({
    text: String(rank + 1),
    x: FRAME / 2,
    y: RIM + (card.ranks - rank - 0.5) * FIELD + 4,
  }));
  return [...files, ...ranks].map(({ text, x, y }) => `<text class="name" x="${x}" y="${y}">${text}</text>`);
}
