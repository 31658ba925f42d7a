import type { Color, Refusal } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { type Board, type Chessman, LETTERS, roleOfLetter } from './chessman.js';
import { fileOf, formatProtocolSquare, parseSquare, rankOf, type Square, squareAt } from './square.js';

/**
 * Reads a board file: one piece per line as `TA1W`, that is piece (K Q T B H P), file, rank and colour (W B), in upper
 * case. Empty lines and lines that begin with `#` are skipped; spaces between the letters and text after them are
 * accepted, as in the original. `unmoved` lists the squares of unmoved pieces; without it, no piece has moved.
 */
export function parseBoardFile(text: string, unmoved?: readonly string[]): Result<Board, Refusal> {
  if (text.length > LONGEST_FILE) {
    return err({
      code: 'quantum/board-too-long',
      message: `the board file is too long; at most ${LONGEST_FILE} characters are allowed`,
      facts: { limit: LONGEST_FILE, length: text.length },
    });
  }
  const still = unmoved?.map(parseSquare);
  if (still?.includes(undefined)) return badUnmoved('is not on the board');
  const men = new Map<Square, Chessman>();
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const read = parseLine(line, index + 1);
    if (!read.ok) return read;
    const { square, ...piece } = read.value;
    if (men.has(square))
      return bad(
        'quantum/square-twice',
        index + 1,
        `${formatProtocolSquare(square)} already has a piece; remove one`,
        line,
      );
    const moved = still !== undefined && !still.includes(square);
    men.set(square, { ...piece, id: men.size, moved, fragments: [{ id: men.size, square, probability: 1 }] });
  }
  if (men.size === 0)
    return err({
      code: 'quantum/empty-board',
      message: 'the board file has no pieces; add at least one line such as KE1W',
    });
  if (still?.some((square) => !men.has(square!))) return badUnmoved('is empty');
  return ok({ men: [...men.values()], pairs: [], nextFragment: men.size });
}

/**
 * Writes a board in the order of its squares. A board file cannot represent chessmen with several fragments: their lines begin with
 * `~` and end with the probability, for people to read, and `parseBoardFile` refuses them.
 */
export function formatBoardFile(board: Board): string {
  const lines = board.men
    .flatMap((man) => man.fragments.map((fragment) => ({ man, fragment })))
    .sort((a, b) => a.fragment.square - b.fragment.square)
    .map(({ man, fragment }) => {
      const line = `${LETTERS[man.role]}${formatProtocolSquare(fragment.square)}${man.color === 'white' ? 'W' : 'B'}`;
      return man.fragments.length === 1 ? line : `~${line} ${fragment.probability}`;
    });
  return `${lines.join('\n')}\n`;
}

/** The standard start position, as in `default.txt` of the original. */
export const DEFAULT_BOARD = formatDefault();

const LONGEST_FILE = 16_384;

type Piece = Pick<Chessman, 'role' | 'color'> & { readonly square: Square };

function parseLine(line: string, number: number): Result<Piece, Refusal> {
  if (line.startsWith('~'))
    return bad(
      'quantum/board-holds-fragments',
      number,
      'a board file cannot contain fragments; remove lines that begin with ~',
      line,
    );
  const [letter = '', file = '', rank = '', side = ''] = line.replace(/\s/g, '');
  const role = roleOfLetter(letter);
  if (role === undefined) return bad('quantum/bad-piece', number, 'unknown piece; use K, Q, T, B, H or P', line);
  const square = /^[A-H][1-8]$/.test(file + rank) ? parseSquare(file + rank) : undefined;
  if (square === undefined) return bad('quantum/bad-square', number, 'unknown square; use A1 to H8', line);
  const color = COLOR_LETTERS.get(side);
  if (color === undefined) return bad('quantum/bad-color', number, 'unknown colour; use W or B', line);
  return ok({ role, color, square });
}

const COLOR_LETTERS: ReadonlyMap<string, Color> = new Map([
  ['W', 'white'],
  ['B', 'black'],
]);

function bad(code: string, line: number, why: string, text: string): Result<never, Refusal> {
  return err({ code, message: `line ${line}: ${why}`, facts: { line, text: text.slice(0, 40), detail: why } });
}

function badUnmoved(why: string): Result<never, Refusal> {
  return err({ code: 'quantum/bad-unmoved', message: `a square listed as unmoved ${why}`, facts: { detail: why } });
}

function formatDefault(): string {
  const back = 'THBQKBHT';
  const rows = [back, 'PPPPPPPP', '', '', '', '', 'PPPPPPPP', back];
  const lines = [...Array(64).keys()].flatMap((index) => {
    const square = squareAt(index >> 3, index & 7);
    const letter = rows[rankOf(square)]?.[fileOf(square)];
    return letter === undefined ? [] : [`${letter}${formatProtocolSquare(square)}${rankOf(square) < 4 ? 'W' : 'B'}`];
  });
  return `${lines.join('\n')}\n`;
}
