import type { Random } from '@chessmith/std';
import { pieceCode } from '../compile/codes.js';
import type { Tables } from '../compile/tables.js';
import { setUp } from '../engine/set-up.js';
import { validatePosition } from '../engine/validate-position.js';
import { startFen } from '../engine.js';
import { formatSquare } from '../geometry.js';
import { letterOf, parseFen } from '../notation/fen.js';

/**
 * A valid position with random pieces: few or many, with castling rights, en passant and pockets. Null if none is found
 * soon, for example if the rules make every check impossible.
 */
export function randomFen(tables: Tables, random: Random): string | null {
  for (let tries = 0; tries < 1000; tries++) {
    const fen = randomPlacement(tables, random);
    const fields = parseFen(tables, fen);
    if (fields.ok && validatePosition(setUp(tables, fields.value), fields.value).ok) return fen;
  }
  return null;
}

function randomPlacement(tables: Tables, random: Random): string {
  const board = new Map<number, string>();
  const put = (code: number): void => {
    const square = random.int(tables.size);
    if (board.has(square)) return;
    const isPromoted = tables.keepsPockets && tables.isPawn[code] === 0 && random.int(4) === 0;
    board.set(square, letterOf(tables, code) + (isPromoted ? '~' : ''));
  };
  for (const letter of royalsAtStart(tables)) {
    const onBackRank = random.int(2) === 0;
    const square = onBackRank
      ? random.int(tables.files) + (letter === letter.toLowerCase() ? tables.size - tables.files : 0)
      : random.int(tables.size);
    board.set(square, letter);
  }
  const others = tables.roles.flatMap((_, role) => (tables.isRoyal[pieceCode(role, 0)] === 1 ? [] : [role]));
  for (let left = random.int(Math.max(2, tables.size >> random.int(4))); left >= 0; left--) {
    put(pieceCode(random.pick(others), random.int(2)));
  }
  const turn = random.int(2);
  const fields = [placement(tables, board) + pockets(tables, random, others), turn === 0 ? 'w' : 'b'];
  fields.push(castling(tables, board, random), passed(tables, board, turn, random));
  if (tables.countsChecks > 0)
    fields.push(`${1 + random.int(tables.countsChecks)}+${1 + random.int(tables.countsChecks)}`);
  return [...fields, '0', '1'].join(' ');
}

function royalsAtStart(tables: Tables): readonly string[] {
  const start = startFen(tables.ruleset);
  const letters = start.ok ? start.value.split(' ')[0]! : '';
  return [...letters].filter((letter) => {
    const role = tables.letters.indexOf(letter.toLowerCase());
    return role >= 0 && tables.isRoyal[pieceCode(role, 0)] === 1;
  });
}

function placement(tables: Tables, board: ReadonlyMap<number, string>): string {
  const rows = Array.from({ length: tables.ranks }, (_, row) => {
    const squares = Array.from({ length: tables.files }, (_, file) => (tables.ranks - 1 - row) * tables.files + file);
    return squares
      .map((square) => board.get(square) ?? '.')
      .join('')
      .replace(/\.+/g, (gap) => String(gap.length));
  });
  return rows.join('/');
}

function pockets(tables: Tables, random: Random, roles: readonly number[]): string {
  if (!tables.keepsPockets) return '';
  const letters = Array.from({ length: random.int(5) }, () =>
    letterOf(tables, pieceCode(random.pick(roles), random.int(2))),
  );
  return `[${letters.join('')}]`;
}

/** Castling rights by rook file, for rooks that stand beside a king on its back rank. */
function castling(tables: Tables, board: ReadonlyMap<number, string>, random: Random): string {
  let rights = '';
  for (const right of [0, 1, 2, 3]) {
    const way = tables.castles[right];
    if (!way) continue;
    const color = right >> 1;
    const rank = Array.from({ length: tables.files }, (_, file) => way.rank * tables.files + file);
    const holding = (role: number): number[] =>
      rank.filter((square) => board.get(square) === letterOf(tables, pieceCode(role, color)));
    const king = holding(way.role)[0];
    if (king === undefined) continue;
    const partners = holding(way.partner).filter((square) => square > king === (right % 2 === 0));
    if (partners.length === 0 || random.int(4) === 0) continue;
    const file = formatSquare(tables, random.pick(partners))[0]!;
    rights += color === 0 ? file.toUpperCase() : file;
  }
  return rights || '-';
}

function passed(tables: Tables, board: ReadonlyMap<number, string>, turn: number, random: Random): string {
  const squares = Array.from({ length: tables.size }, (_, square) => square).filter((square) => {
    const passer = tables.passedBy[(turn ^ 1) * tables.size + square]!;
    if (passer < 0 || board.has(square) || board.has(2 * square - passer)) return false;
    return tables.enPassantCapturers[turn * tables.size + square]!.length > 0 &&
      board.get(passer)?.toLowerCase() === 'p'
      ? (board.get(passer) === 'p') === (turn === 0)
      : false;
  });
  return squares.length > 0 && random.int(3) > 0 ? formatSquare(tables, random.pick(squares)) : '-';
}
