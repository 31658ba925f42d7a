import type { Result } from '@chessmith/std';
import { err, ok } from '@chessmith/std';
import { FLAG_CASTLE, FLAG_DROP, FLAG_MASK, FLAG_PROMOTE, ROLE_SHIFT } from '../compile/codes.js';
import type { Tables } from '../compile/tables.js';
import type { Position } from '../engine/position.js';
import type { Move } from '../engine.js';
import { explainRefusal } from '../explain.js';
import { parseSquare } from '../geometry.js';
import type { Refusal } from '../refusal.js';
import { findBetween, findDrop, rightOf } from './find-move.js';
import { lookupsOf } from './lookups.js';
import { unreadable } from './unreadable.js';
import type { Wanted } from './wanted.js';

/**
 * Reads `e2e4`, `e7e8q`, `N@f3` and `@e4`; castling by the king's target (`e1g1`) and as king takes rook (`e1h1`),
 * whatever the ruleset. A role may also be spelled out: `e7e8=queen`.
 */
export function parseUci(position: Position, text: string): Result<Move, Refusal> {
  const wanted = readUci(position.tables, text);
  if (!wanted.ok) return wanted;
  const move =
    wanted.value.kind === 'drop'
      ? findDrop(position, wanted.value.role, wanted.value.to)
      : findBetween(position, wanted.value.from, wanted.value.to, wanted.value.promotion);
  return move >= 0 ? ok(move) : err(explainRefusal(position, wanted.value));
}

/** Writes a legal move; castling as king takes rook where the pieces do not castle from their usual squares. */
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

const MOVE = /^([a-p]\d{1,2})([a-p]\d{1,2})(?:=?([a-zA-Z]|(?<==)[a-z-]+))?$/;
const DROP = /^([a-zA-Z]?)@([a-p]\d{1,2})$/;

type UciWanted = Extract<Wanted, { kind: 'move' | 'drop' }>;

function readUci(tables: Tables, text: string): Result<UciWanted, Refusal> {
  const move = MOVE.exec(text);
  if (move) {
    const from = parseSquare(tables, move[1]!);
    if (!from.ok) return from;
    const to = parseSquare(tables, move[2]!);
    if (!to.ok) return to;
    const promotion = move[3] === undefined ? -1 : roleCalled(tables, move[3]);
    if (move[3] !== undefined && promotion < 0) return unreadable(text, `there is no piece "${move[3].slice(0, 20)}"`);
    return ok({ kind: 'move', from: from.value, to: to.value, promotion });
  }
  const drop = DROP.exec(text);
  if (!drop) return unreadable(text, 'a UCI move looks like e2e4, e7e8q or N@f3');
  const to = parseSquare(tables, drop[2]!);
  if (!to.ok) return to;
  const role = drop[1] === '' ? lookupsOf(tables).pawn : roleCalled(tables, drop[1]!);
  if (role < 0) return unreadable(text, drop[1] === '' ? 'there are no pawns' : `there is no piece "${drop[1]}"`);
  return ok({ kind: 'drop', role, to: to.value });
}

/** A role by its letter, in either case, or by its name. */
const roleCalled = (tables: Tables, text: string): number =>
  text.length === 1 ? tables.letters.indexOf(text.toLowerCase()) : tables.roles.indexOf(text);
