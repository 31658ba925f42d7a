import type { RulesetCard, View } from '@chessmith/rules';
import type { Scene } from './scene.js';
import { endingOf, percentOf } from './words.js';

/** A board of letters with coordinates, white in upper case, and below it what the board does not show. */
export function drawText(scene: Scene): string {
  const { card, view, invalid } = scene;
  const notes = [
    invalid === null ? null : `This position cannot be played: ${invalid.message}`,
    view.outcome === null
      ? `${capital(view.turn)} to move${view.check.length > 0 ? ', in check' : ''}.`
      : `${capital(endingOf(view.outcome))}.`,
    castling(view),
    pockets(card, view),
    checks(view),
    superposition(view),
    typeof view.extra?.message === 'string' ? view.extra.message : null,
    typeof view.extra?.reason === 'string' ? `Reason: ${view.extra.reason}` : null,
    isFen(view) ? `${/ q\d/.test(view.notation) ? 'QFEN' : 'FEN'}: ${view.notation}` : null,
  ];
  return [card.title, '', ...boardLines(scene), '', ...notes.filter((note) => note !== null), ''].join('\n');
}

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

function boardLines({ card, view, marked }: Scene): string[] {
  const letters = new Map(card.roles.map(({ role, letter }) => [role, letter]));
  const cells = new Map(
    view.pieces.map(({ square, role, color }) => {
      const letter = letters.get(role)!;
      return [square, color === 'white' ? letter : letter.toLowerCase()];
    }),
  );
  const percents = new Map(
    view.pieces.flatMap(({ square, probability }) =>
      probability === undefined ? [] : [[square, ` ${percentOf(probability)}`.padEnd(3)] as const],
    ),
  );
  const files = Array.from({ length: card.files }, (_, file) => String.fromCharCode(97 + file));
  const lines: string[] = [];
  for (let rank = card.ranks; rank >= 1; rank--) {
    const row = files.map((file) => {
      const square = `${file}${rank}`;
      const cell = cells.get(square) ?? '.';
      if (marked?.from === square) return `[${cell}]`;
      return marked?.to.includes(square) ? (cell === '.' ? ' * ' : `x${cell} `) : ` ${cell} `;
    });
    lines.push(`${String(rank).padStart(4)}  ${row.join('').trimEnd()}`);
    const shares = files.map((file) => percents.get(`${file}${rank}`) ?? '   ').join('');
    if (shares.trim() !== '') lines.push(`      ${shares.trimEnd()}`);
  }
  return [
    ...lines,
    '',
    `      ${files
      .map((file) => ` ${file} `)
      .join('')
      .trimEnd()}`,
  ];
}

/** False for a board file, which has a line per piece and nothing that the board does not show. */
const isFen = ({ notation }: View): boolean => !notation.includes('\n');

/** The castling rights of a FEN as a sentence. */
function castling(view: View): string | null {
  const rights = isFen(view) ? (view.notation.split(' ')[2] ?? '-') : '-';
  if (rights === '-') return null;
  const of = (letters: string) => [...letters].map((letter) => letter.toUpperCase()).join(' ');
  const white = of(rights.replace(/[a-z]/g, ''));
  const black = of(rights.replace(/[A-Z]/g, ''));
  const sides = [white === '' ? [] : [`white ${white}`], black === '' ? [] : [`black ${black}`]].flat();
  return `Castling: ${sides.join(', ')}.`;
}

function pockets(card: RulesetCard, { pockets }: View): string | null {
  if (pockets === undefined) return null;
  const held = (pocket: { readonly [role: string]: number }) =>
    card.roles.map(({ role, letter }) => letter.repeat(pocket[role] ?? 0)).join('') || 'nothing';
  return `Pockets: white ${held(pockets.white)}, black ${held(pockets.black)}.`;
}

function checks({ extra }: View): string | null {
  const given = extra?.checksGiven as { readonly white: number; readonly black: number } | undefined;
  return given === undefined ? null : `Checks given: white ${given.white}, black ${given.black}.`;
}

function superposition({ extra }: View): string | null {
  const boards = extra?.boards;
  return typeof boards === 'number' && boards > 1 ? `${boards} boards in superposition.` : null;
}
