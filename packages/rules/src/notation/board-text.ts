import type { Result } from '@chessmith/std';
import { err, ok } from '@chessmith/std';
import { pieceCode } from '../compile/codes.js';
import type { Tables } from '../compile/tables.js';
import type { Position } from '../engine/position.js';
import { type Refusal, refusal } from '../refusal.js';
import type { Ruleset } from '../ruleset.js';
import { type FenFields, letterOf, parseFen } from './fen.js';

/**
 * Reads a board drawn as text, one line per rank from the top: upper case is white, lower case black, `*` an empty
 * square, `**` the rest of a rank empty, `** {4}` four empty ranks. Spaces or `|` may separate squares. White is to
 * move. Kings and their partners on their start squares may castle, unless the set-up lists the unmoved pieces.
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
      if (rank < -1) return bad(`skips ${skipped[1]} ranks, but fewer are left`);
      continue;
    }
    if (rank < 0) return bad(`has more than ${tables.ranks} ranks`);
    const cells = cellsOf(tables, words);
    if (cells.length !== tables.files)
      return bad(`has ${cells.length} squares on rank ${rank + 1}, but the board has ${tables.files}`);
    for (const [file, cell] of cells.entries()) {
      if (cell === EMPTY) continue;
      const code = codeOf(tables, cell);
      if (code === 0) return bad(unknownPiece(cell, rank));
      pieces.push({ square: rank * tables.files + file, code, promoted: false });
    }
    rank--;
  }
  if (text.length > MAX_TEXT) return bad('is too long');
  if (rank >= 0) return bad(`lacks ${rank + 1} ranks; write "** {${rank + 1}}" for empty ones`);
  return ok({
    pieces,
    pockets: [],
    turn: 0,
    castling: rightsFromStart(tables, pieces),
    passed: -1,
    halfmoves: 0,
    fullmoves: 1,
    checks: [0, 0],
  });
}

/** Draws the whole board; each empty square is a `*`. */
export function formatBoardText(position: Position): string {
  const { tables, board } = position;
  const lines: string[] = [];
  for (let rank = tables.ranks - 1; rank >= 0; rank--) {
    const row = Array.from(board.subarray(rank * tables.files, (rank + 1) * tables.files));
    lines.push(row.map((code) => (code === 0 ? EMPTY : letterOf(tables, code))).join(' '));
  }
  return lines.join('\n');
}

/** The ruleset plus a piece `x` that never moves, for boards that need an obstacle. */
export const withPlaceholders = (ruleset: Ruleset): Ruleset => ({
  ...ruleset,
  pieces: { ...ruleset.pieces, placeholder: { letter: 'x', movements: [] } },
});

/** The castling rights of the start position whose two pieces still stand on their squares. */
function rightsFromStart(tables: Tables, pieces: FenFields['pieces']): FenFields['castling'] {
  const start = typeof tables.ruleset.start === 'string' ? parseFen(tables, tables.ruleset.start) : undefined;
  if (!start?.ok) return [];
  const { pieces: home, castling } = start.value;
  const isOnStartSquare = (at: number): boolean =>
    home.some(
      ({ square, code }) => square === at && pieces.some((piece) => piece.square === at && piece.code === code),
    );
  return castling.filter(({ color, side, partner }) => {
    const way = tables.castles[2 * color + side];
    const king = way ? home.find(({ code }) => code === pieceCode(way.role, color)) : undefined;
    return king !== undefined && isOnStartSquare(king.square) && isOnStartSquare(partner);
  });
}

const MAX_TEXT = 4000;
const EMPTY = '*';
const REST = '**';
/** A line that consists of `** {n}` only. */
const SKIP = /^\*\*\{(\d{1,2})\}$/;

const bad = (what: string): Result<never, Refusal> =>
  err(refusal('board-text/malformed', `The board text ${what}.`, { detail: what }));

/** One letter or `*` per square; `**` fills the rank, any other word is read letter by letter. */
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
    ? `has a placeholder "${cell}" on rank ${rank + 1}, which this ruleset does not have`
    : `has "${cell}" on rank ${rank + 1}, which is not a piece of this ruleset`;
