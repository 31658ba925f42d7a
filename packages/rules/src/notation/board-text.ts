import type { Result } from '@chessmith/std';
import { err, ok } from '@chessmith/std';
import { pieceCode } from '../compile/codes.js';
import type { Tables } from '../compile/tables.js';
import type { Position } from '../engine/position.js';
import { type Refusal, refusal } from '../refusal.js';
import type { Ruleset } from '../ruleset.js';
import { type FenFields, letterOf, parseFen } from './fen.js';

/**
 * Reads a board drawn as text, one line per rank from the far one down: upper case is white, lower case black, `*` an
 * empty square, `**` the rest of a rank empty, `** {4}` four empty ranks. Cells may be set apart by spaces or `|`.
 * White is to move, and kings and their partners have not moved where the ruleset's start has them; a set-up says otherwise
 * by naming the pieces that have not moved.
 */
export function parseBoardText(tables: Tables, text: string): Result<FenFields, Refusal> {
  const pieces: { square: number; code: number; promoted: boolean }[] = [];
  let rank = tables.ranks - 1;
  for (const line of text.slice(0, MAX_TEXT).split('\n')) {
    const words = line.split(/[\s|]+/).filter((word) => word !== '');
    if (words.length === 0) continue;
    const skipped = SKIP.exec(words.join(''));
    if (skipped) {
      rank -= Number(skipped[1]);
      if (rank < -1) return bad(`skips ${skipped[1]} ranks where there are fewer left`);
      continue;
    }
    if (rank < 0) return bad(`has more than ${tables.ranks} ranks`);
    const cells = cellsOf(tables, words);
    if (cells.length !== tables.files)
      return bad(`has ${cells.length} squares on rank ${rank + 1} where the board has ${tables.files}`);
    for (const [file, cell] of cells.entries()) {
      if (cell === EMPTY) continue;
      const code = codeOf(tables, cell);
      if (code === 0) return bad(unknownPiece(cell, rank));
      pieces.push({ square: rank * tables.files + file, code, promoted: false });
    }
    rank--;
  }
  if (text.length > MAX_TEXT) return bad('is too long');
  if (rank >= 0) return bad(`ends ${rank + 1} ranks too early; write "** {${rank + 1}}" for empty ones`);
  return ok({
    pieces,
    pockets: [],
    turn: 0,
    castling: rightsAtHome(tables, pieces),
    passed: -1,
    halfmoves: 0,
    fullmoves: 1,
    checks: [0, 0],
  });
}

/** Draws the whole board, every empty square with its `*`. */
export function formatBoardText(position: Position): string {
  const { tables, board } = position;
  const lines: string[] = [];
  for (let rank = tables.ranks - 1; rank >= 0; rank--) {
    const row = Array.from(board.subarray(rank * tables.files, (rank + 1) * tables.files));
    lines.push(row.map((code) => (code === 0 ? EMPTY : letterOf(tables, code))).join(' '));
  }
  return lines.join('\n');
}

/** The ruleset with a piece `x` that never moves, for set-ups in which something has to stand in the way. */
export const withPlaceholders = (ruleset: Ruleset): Ruleset => ({
  ...ruleset,
  pieces: { ...ruleset.pieces, placeholder: { letter: 'x', movements: [] } },
});

/** The rights of the start of which both pieces still stand there. */
function rightsAtHome(tables: Tables, pieces: FenFields['pieces']): FenFields['castling'] {
  const start = typeof tables.ruleset.start === 'string' ? parseFen(tables, tables.ruleset.start) : undefined;
  if (!start?.ok) return [];
  const { pieces: home, castling } = start.value;
  const isHome = (at: number): boolean =>
    home.some(
      ({ square, code }) => square === at && pieces.some((piece) => piece.square === at && piece.code === code),
    );
  return castling.filter(({ color, side, partner }) => {
    const way = tables.castles[2 * color + side];
    const king = way ? home.find(({ code }) => code === pieceCode(way.role, color)) : undefined;
    return king !== undefined && isHome(king.square) && isHome(partner);
  });
}

const MAX_TEXT = 4000;
const EMPTY = '*';
const REST = '**';
/** A row that is nothing but `** {n}`. */
const SKIP = /^\*\*\{(\d{1,2})\}$/;

const bad = (what: string): Result<never, Refusal> => err(refusal('board-text/malformed', `The board text ${what}.`));

/** One letter or `*` per cell; a word `**` fills the rank, any other word is read letter by letter. */
function cellsOf(tables: Tables, words: readonly string[]): readonly string[] {
  return words.flatMap((word, i) => {
    if (word !== REST) return [...word];
    const before = words.slice(0, i).reduce((sum, earlier) => sum + earlier.length, 0);
    return Array.from({ length: Math.max(0, tables.files - before) }, () => EMPTY);
  });
}

function codeOf(tables: Tables, cell: string): number {
  const lower = cell.toLowerCase();
  const role = tables.letters.indexOf(lower);
  return role < 0 ? 0 : pieceCode(role, cell === lower ? 1 : 0);
}

const unknownPiece = (cell: string, rank: number): string =>
  cell.toLowerCase() === 'x'
    ? `has a placeholder "${cell}" on rank ${rank + 1}, which only a ruleset with placeholders knows`
    : `has "${cell}" on rank ${rank + 1}, which is no piece of this ruleset`;
