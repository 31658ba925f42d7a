import { FLAG_EN_PASSANT, pieceCode, roleOfCode } from '../compile/codes.js';
import { flatten } from '../compile/move-program.js';
import type { Tables } from '../compile/tables.js';
import { rankOf } from '../geometry.js';
import type { FenFields } from '../parse-fen.js';
import { isLegalByTrial } from './play.js';
import {
  CHECKS,
  emptyPosition,
  FULLMOVES,
  HALFMOVES,
  PASSED,
  type Position,
  placePiece,
  RIGHTS,
  rehash,
  TURN,
} from './position.js';

/**
 * Creates the position of a FEN. It drops castling rights without king and partner in place and en passant squares
 * without a legal capture, so that equal positions have equal hashes. `validatePosition` checks whether the position is
 * playable. `unmoved` lists the squares of unmoved pieces; without it, pieces on their start squares count as unmoved.
 */
export function setUp(tables: Tables, fields: FenFields, unmoved?: readonly number[]): Position {
  const position = emptyPosition(tables);
  const { state } = position;
  for (const { square, code, promoted } of fields.pieces) {
    placePiece(position, square, code);
    if (promoted && tables.keepsPockets) position.promotedFrom[square] = pawnRole(tables) + 1;
  }
  for (const { color, role } of fields.pockets) position.pockets[color * tables.roles.length + role]!++;
  state[TURN] = fields.turn;
  state[HALFMOVES] = fields.halfmoves;
  state[FULLMOVES] = fields.fullmoves;
  state[CHECKS] = fields.checks[0];
  state[CHECKS + 1] = fields.checks[1];
  for (const right of unmoved === undefined ? fields.castling : rightsOfUnmoved(position, unmoved))
    grantRight(position, right);
  if (tables.tracksUnmoved) {
    for (const square of unmoved ?? homeSquares(position))
      if (position.board[square] !== 0) position.unmoved[square] = 1;
  }
  if (fields.passed >= 0) allowEnPassant(position, fields.passed);
  rehash(position);
  return position;
}

type Right = { readonly color: number; readonly side: number; readonly partner: number };

function grantRight(position: Position, { color, side, partner }: Right): void {
  const { tables, board, state, partnerFrom, rightsLost } = position;
  const right = color * 2 + side;
  const way = tables.castles[right];
  const king = castlerOf(position, right);
  if (!way || partner < 0 || king < 0 || rankOf(tables, partner) !== way.rank) return;
  if (board[partner] !== pieceCode(way.partner, color) || partner > king !== (side === 0)) return;
  if ((state[RIGHTS]! & (1 << right)) !== 0) return;
  state[RIGHTS]! |= 1 << right;
  partnerFrom[right] = partner;
  rightsLost[partner]! |= 1 << right;
  rightsLost[king]! |= 1 << right;
  if (tables.size <= 64) {
    const empty = [...span(king, way.to), ...span(partner, way.partnerTo)].filter(
      (square) => square !== king && square !== partner,
    );
    for (const square of empty) position.castleWays[4 * right + (square >> 5)]! |= 1 << square;
    for (const square of span(king, way.to)) position.castleWays[4 * right + 2 + (square >> 5)]! |= 1 << square;
  }
}

/** The piece that castles: the first of its role on its back rank; -1 without one. */
function castlerOf({ tables, board }: Position, right: number): number {
  const way = tables.castles[right];
  return way
    ? board.findIndex((code, at) => code === pieceCode(way.role, right >> 1) && rankOf(tables, at) === way.rank)
    : -1;
}

const span = (a: number, b: number): readonly number[] =>
  Array.from({ length: Math.abs(a - b) + 1 }, (_, i) => Math.min(a, b) + i);

/** The rights of an unmoved king with its outermost unmoved partners. */
function rightsOfUnmoved(position: Position, unmoved: readonly number[]): readonly Right[] {
  const { tables, board } = position;
  return [0, 1, 2, 3].flatMap((right) => {
    const way = tables.castles[right];
    const color = right >> 1;
    const king = castlerOf(position, right);
    if (!way || !unmoved.includes(king)) return [];
    const partners = unmoved.filter(
      (square) => board[square] === pieceCode(way.partner, color) && rankOf(tables, square) === way.rank,
    );
    const partner =
      right % 2 === 0
        ? Math.max(-1, ...partners.filter((square) => square > king))
        : Math.min(...partners.filter((square) => square < king));
    return Number.isFinite(partner) && partner >= 0 ? [{ color, side: right % 2, partner }] : [];
  });
}

/** Squares whose piece is the same as in the start position of the ruleset. */
function homeSquares(position: Position): readonly number[] {
  const { tables, board } = position;
  if (typeof tables.ruleset.start !== 'string') return [];
  const rows = tables.ruleset.start.split(' ')[0]!.split('[')[0]!.split('/');
  const home: number[] = [];
  rows.forEach((row, i) => {
    const rank = tables.ranks - 1 - i;
    let file = 0;
    for (const token of row.match(/\d+|./g) ?? []) {
      if (/\d/.test(token)) {
        file += Number(token);
        continue;
      }
      const role = tables.letters.indexOf(token.toLowerCase());
      const square = rank * tables.files + file++;
      if (board[square] === pieceCode(role, token === token.toLowerCase() ? 1 : 0)) home.push(square);
    }
  });
  return home;
}

function allowEnPassant(position: Position, passed: number): void {
  const { tables, board, state } = position;
  const us = state[TURN]!;
  const passer = tables.passedBy[(us ^ 1) * tables.size + passed]!;
  if (passer < 0 || board[passed] !== 0 || board[passer] === 0 || (board[passer]! & 1) === us) return;
  const { movements } = tables.ruleset.pieces[tables.roles[roleOfCode(board[passer]!)]!]!;
  if (!flatten(movements).some(({ kind }) => kind === 'double-step')) return;
  const capturers = tables.enPassantCapturers[us * tables.size + passed]!;
  for (let i = 0; i < capturers.length; i += 2) {
    if (board[capturers[i + 1]!] !== capturers[i]) continue;
    state[PASSED] = passed;
    if (isLegalByTrial(position, (capturers[i + 1]! << 8) | passed | FLAG_EN_PASSANT)) return;
    state[PASSED] = -1;
  }
}

const pawnRole = (tables: Tables): number =>
  Math.max(
    0,
    tables.roles.findIndex((role) => tables.ruleset.pieces[role]!.pawn === true),
  );
