import type { ViewPiece } from '@chessmith/rules';
import { PIECE_SHAPES } from './piece-shapes.js';
import type { Scene } from './scene.js';
import { percentOf } from './words.js';

const FIELD = 45;
/** Width of the margin with the names of files and ranks, and of the other margins. */
const FRAME = 20;
const RIM = 8;

const LIGHT = '#f2e9d8';
const DARK = '#8ba3ad';

/** Draws an SVG with its own background, so that it looks the same on light and dark pages. */
export function drawSvg(scene: Scene): string {
  const { card, view } = scene;
  const width = card.files * FIELD + FRAME + RIM;
  const height = card.ranks * FIELD + FRAME + RIM;
  const roles = [...new Set(view.pieces.map(({ role }) => role))].filter((role) => role in PIECE_SHAPES);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label(scene)}">
<style>
.frame{fill:#26343d}.name{fill:#b9c7ce;font:600 11px system-ui,sans-serif;text-anchor:middle}
.man{stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}
.white{fill:#fffdf6;stroke:#2b2a28;color:#2b2a28}.black{fill:#3a3a44;stroke:#15151a;color:#d8d3c6}
.letter{font:700 19px system-ui,sans-serif;text-anchor:middle;fill:currentColor;stroke:none}
.from{fill:#f4c542;fill-opacity:.75}.check{fill:#e5484d;fill-opacity:.7}
.dot{fill:#1f3a2d;fill-opacity:.42}.ring{fill:none;stroke:#1f3a2d;stroke-opacity:.5;stroke-width:4}${isSuperposed(scene) ? SHARES : ''}
</style>
<defs>
${[...roles.map((role) => `<g id="${role}">${PIECE_SHAPES[role]}</g>`), ...levels(scene)].join('\n')}
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

/** The upper left corner of a square. */
function corner({ card }: Scene, square: string): readonly [x: number, y: number] {
  const file = square.charCodeAt(0) - 97;
  return [file * FIELD, (card.ranks - Number(square.slice(1))) * FIELD];
}

/** One light rectangle for the board, with the dark and the highlighted squares on top. */
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

/** Styles of pieces with a probability below one: the outline, the ring and the number. */
const SHARES = `
.hollow.white{fill:#fffdf6;fill-opacity:.3;stroke-opacity:.55}.hollow.black{fill:#3a3a44;fill-opacity:.22;stroke-opacity:.55}
.share{fill:none;stroke-width:3;stroke-linecap:butt}.share.white{stroke:#ff20d0}.share.black{stroke:#ff6600}
.rest{fill:none;stroke:#26343d;stroke-opacity:.22;stroke-width:3}
.percent{font:700 10px system-ui,sans-serif;text-anchor:end;fill:#26343d;stroke:#fffdf6;stroke-width:2.5;paint-order:stroke}`;

const isSuperposed = ({ view }: Scene): boolean => view.pieces.some(({ probability }) => probability !== undefined);

/** A clip path for each level to which a piece is filled. */
function levels({ view }: Scene): string[] {
  const percents = new Set(view.pieces.flatMap(({ probability: p }) => (p === undefined ? [] : [percentOf(p)])));
  return [...percents]
    .sort((a, b) => a - b)
    .map((percent) => {
      const height = round((BOTTOM - TOP) * (percent / 100));
      return `<clipPath id="to${percent}"><rect y="${round(BOTTOM - height)}" width="${FIELD}" height="${FIELD}"/></clipPath>`;
    });
}

/** The vertical extent of pieces within their square. */
const TOP = 6;
const BOTTOM = 39;

function man(scene: Scene, { square, role, color, probability }: ViewPiece): string {
  const [x, y] = corner(scene, square);
  const at = `transform="translate(${x} ${y})"`;
  if (probability === undefined) return figure(scene, role, `class="man ${color}" ${at}`);
  const percent = percentOf(probability);
  return [
    `<g ${at}><title>${color} ${role} on ${square}: ${percent} %</title>`,
    `<circle class="rest" cx="22.5" cy="22.5" r="20.5"/><path class="share ${color}" d="${arc(percent / 100)}"/>`,
    figure(scene, role, `class="man hollow ${color}"`),
    `<g clip-path="url(#to${percent})">${figure(scene, role, `class="man ${color}"`)}</g>`,
    `<text class="percent" x="44" y="43.5">${percent}</text></g>`,
  ].join('\n');
}

function figure({ card }: Scene, role: string, attributes: string): string {
  if (role in PIECE_SHAPES) return `<use href="#${role}" ${attributes}/>`;
  const letter = card.roles.find((known) => known.role === role)?.letter ?? '?';
  return `<g ${attributes}><circle cx="22.5" cy="22.5" r="15"/><text class="letter" x="22.5" y="29.3">${letter}</text></g>`;
}

/** An arc from the top of the square clockwise, as long as the share. */
function arc(share: number): string {
  const angle = share * 2 * Math.PI;
  const [x, y] = [22.5 + 20.5 * Math.sin(angle), 22.5 - 20.5 * Math.cos(angle)].map(round);
  return `M22.5 2A20.5 20.5 0 ${share > 0.5 ? 1 : 0} 1 ${x} ${y}`;
}

const round = (length: number): number => Math.round(length * 100) / 100;

/** The description for screen readers; of a superposition only the pieces with a probability below one. */
function label(scene: Scene): string {
  const { card, view } = scene;
  if (!isSuperposed(scene)) return `${card.title}: ${view.notation.trim().replaceAll('\n', ' ')}`;
  const perhaps = view.pieces.flatMap(({ square, role, color, probability: p }) =>
    p === undefined ? [] : [`${color} ${role} ${percentOf(p)} percent on ${square}`],
  );
  return `${card.title}: ${perhaps.join(', ')}`;
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
