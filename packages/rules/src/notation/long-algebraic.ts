import type { Result } from '@chessmith/std';
import { err, ok } from '@chessmith/std';
import { FLAG_CASTLE, FLAG_DROP, FLAG_EN_PASSANT, FLAG_MASK, ROLE_SHIFT, roleOfCode } from '../compile/codes.js';
import type { Tables } from '../compile/tables.js';
import { isCapture } from '../engine/legal.js';
import type { Position } from '../engine/position.js';
import type { Move } from '../engine.js';
import { explainRefusal } from '../explain.js';
import { parseSquare } from '../geometry.js';
import { type Refusal, refusal } from '../refusal.js';
import { findBetween, findCastle, findDrop, promotionOf, rightOf } from './find-move.js';
import { lookupsOf } from './lookups.js';
import { type Suffix, suffixOf } from './suffix.js';
import { unreadable } from './unreadable.js';

/**
 * Reads long algebraic notation: `Pe2-e4`, `Pe4xd5`, `Pd5xe6.ep`, `Pe7-e8=Q`, `0-0`, `0-0-0`, `N@f3`. The final mark
 * (`+`, `#`, `S`) may be missing or wrong; a wrong letter or capture sign is refused.
 */
export function parseLongAlgebraic(position: Position, text: string): Result<Move, Refusal> {
  const { tables } = position;
  const bare = text.replace(/[+#S]$/, '');
  if (bare === '0-0' || bare === '0-0-0') {
    const side = bare === '0-0' ? 0 : 1;
    return legal(findCastle(position, side), () => explainRefusal(position, { kind: 'castle', side }));
  }
  const drop = DROP.exec(bare);
  if (drop) {
    const role = roleOf(tables, drop[1]!);
    const to = parseSquare(tables, drop[2]!);
    if (!to.ok) return to;
    if (role < 0) return unreadable(text, `there is no piece "${drop[1]}"`);
    return legal(findDrop(position, role, to.value), () =>
      explainRefusal(position, { kind: 'drop', role, to: to.value }),
    );
  }
  const parts = MOVE.exec(bare);
  if (!parts) return unreadable(text, 'long algebraic notation looks like Pe2-e4, Pe4xd5, Pd5xe6.ep, Pe7-e8=Q or 0-0');
  const from = parseSquare(tables, parts[2]!);
  if (!from.ok) return from;
  const to = parseSquare(tables, parts[4]!);
  if (!to.ok) return to;
  const role = roleOf(tables, parts[1]!);
  if (role < 0) return unreadable(text, `there is no piece "${parts[1]}"`);
  const promotion = parts[5] === undefined ? -1 : roleOf(tables, parts[5]);
  if (parts[5] !== undefined && promotion < 0) return unreadable(text, `there is no piece "${parts[5]}"`);
  const request = { kind: 'move', from: from.value, to: to.value, promotion } as const;
  const move = findBetween(position, request.from, request.to, promotion);
  if (move < 0) return err(explainRefusal(position, request));
  const written = formatLongPlain(position, move);
  return written === bare || bare === written.replace(/\.ep$/, '')
    ? ok(move)
    : err(
        refusal('move/contradicts-board', `"${text}" does not match the board; write ${written}.`, { text, written }),
      );
}

/** Writes a legal move in long algebraic notation; `S` marks a stalemate that draws. */
export function formatLongAlgebraic(position: Position, move: Move): string {
  return formatLongPlain(position, move) + MARKS[suffixOf(position, move, true)];
}

const MARKS: { readonly [suffix in Suffix]: string } = { none: '', stalemate: 'S', check: '+', win: '#' };

const MOVE = /^([A-Z])([a-p]\d{1,2})([-x])([a-p]\d{1,2})(?:=([A-Z]))?(?:\.ep)?$/;
const DROP = /^([A-Z])@([a-p]\d{1,2})$/;

function formatLongPlain(position: Position, move: Move): string {
  const { names, letters } = lookupsOf(position.tables);
  const flag = move & FLAG_MASK;
  const from = (move >> 8) & 255;
  const to = names[move & 255]!;
  if (flag === FLAG_CASTLE) return (rightOf(position, move) & 1) === 0 ? '0-0' : '0-0-0';
  if (flag === FLAG_DROP) return `${letters[move >> ROLE_SHIFT]}@${to}`;
  const promotion = promotionOf(move);
  const sign = isCapture(position, move) ? 'x' : '-';
  const tail = flag === FLAG_EN_PASSANT ? '.ep' : promotion < 0 ? '' : `=${letters[promotion]}`;
  return letters[roleOfCode(position.board[from]!)]! + names[from] + sign + to + tail;
}

const roleOf = (tables: Tables, letter: string): number => lookupsOf(tables).roles[letter.charCodeAt(0)]!;

const legal = (move: number, why: () => Refusal): Result<Move, Refusal> => (move >= 0 ? ok(move) : err(why()));
