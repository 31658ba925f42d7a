import type { Result } from '@chessmith/std';
import { err, ok } from '@chessmith/std';
import { FLAG_CASTLE, FLAG_DROP, FLAG_MASK, FLAG_PROMOTE, ROLE_SHIFT } from '../compile/codes.js';
import type { Tables } from '../compile/tables.js';
import type { Position } from '../engine/position.js';
import type { Move } from '../engine.js';
import { explainRefusal } from '../explain.js';
import { noSuchSquare, squareIn } from '../geometry.js';
import type { Refusal } from '../refusal.js';
import { findBetween, findDrop, rightOf } from './find-move.js';
import { lookupsOf } from './lookups.js';
import { scannedUci, scanUci } from './uci-scan.js';
import { unreadable } from './unreadable.js';

/**
 * Reads `e2e4`, `e7e8q`, `N@f3` and `@e4`. Castling may be written with the king's target (`e1g1`) or as king takes
 * rook (`e1h1`) in any ruleset. A role may be written out: `e7e8=queen`.
 */
export function parseUci(position: Position, text: string): Result<Move, Refusal> {
  if (!scanUci(text)) return unreadable(text, 'a UCI move looks like e2e4, e7e8q or N@f3');
  return scannedUci.isDrop ? parseDrop(position, text) : parseStep(position, text);
}

/** Writes a legal move; castling from unusual squares is written as king takes rook. */
export function formatUci(position: Position, move: Move): string {
  const { tables } = position;
  const { names, letters, usualCastles } = lookupsOf(tables);
  const from = names[(move >> 8) & 255]!;
  const to = names[move & 255]!;
  switch (move & FLAG_MASK) {
    case FLAG_DROP:
      return `${letters[move >> ROLE_SHIFT]}@${to}`;
    case FLAG_PROMOTE:
      return from + to + tables.letters[move >> ROLE_SHIFT]!;
    case FLAG_CASTLE: {
      const right = rightOf(position, move);
      return usualCastles[right] === move ? from + names[tables.castles[right]!.to]! : from + to;
    }
    default:
      return from + to;
  }
}

function parseStep(position: Position, text: string): Result<Move, Refusal> {
  const { tables } = position;
  const { second, end } = scannedUci;
  const from = squareIn(tables, text, 0, second);
  if (from < 0) return noSuchSquare(tables, text.slice(0, second));
  const to = squareIn(tables, text, second, end);
  if (to < 0) return noSuchSquare(tables, text.slice(second, end));
  let promotion = -1;
  if (end < text.length) {
    const role = text[end] === '=' ? text.slice(end + 1) : text.slice(end);
    promotion = roleCalled(tables, role);
    if (promotion < 0) return unreadable(text, `there is no piece "${role.slice(0, 20)}"`);
  }
  const move = findBetween(position, from, to, promotion);
  return move >= 0 ? ok(move) : err(explainRefusal(position, { kind: 'move', from, to, promotion }));
}

function parseDrop(position: Position, text: string): Result<Move, Refusal> {
  const { tables } = position;
  const { second, end } = scannedUci;
  const to = squareIn(tables, text, second, end);
  if (to < 0) return noSuchSquare(tables, text.slice(second, end));
  const role = second === 1 ? lookupsOf(tables).pawn : roleCalled(tables, text[0]!);
  if (role < 0) return unreadable(text, second === 1 ? 'there are no pawns' : `there is no piece "${text[0]}"`);
  const move = findDrop(position, role, to);
  return move >= 0 ? ok(move) : err(explainRefusal(position, { kind: 'drop', role, to }));
}

/** A role by its letter, in either case, or by its name. */
const roleCalled = (tables: Tables, text: string): number =>
  text.length === 1 ? tables.letters.indexOf(text.toLowerCase()) : tables.roles.indexOf(text);
