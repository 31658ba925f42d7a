import {
  DOUBLE_STEP,
  EN_PASSANT,
  END,
  FLAG_DOUBLE_STEP,
  FLAG_MASK,
  LEAP_ALLY,
  LEAP_ANY,
  LEAP_EMPTY,
  LEAP_ENEMY,
  ONLY_SAFE,
  ONLY_UNMOVED,
  PLAIN_OPS,
  RAY_ALLY,
  RAY_ANY,
  RAY_EMPTY,
  RAY_ENEMY,
  RAY_FREE,
} from '../compile/codes.js';
import { FRAME, FRAME_MOVE, PASSED, PLY, type Position } from '../engine/position.js';
import { type Refusal, refusal } from '../refusal.js';
import { attackersOf } from './attackers.js';
import { describeMovements } from './movements.js';
import { aPiece, listed, pieceOn, roleOn, sentence, squareName, squareNames } from './words.js';

/** Why a piece cannot reach a square by its own movements; null if it can. */
export function explainReach(position: Position, from: number, to: number): Refusal | null {
  const { tables, board } = position;
  const { program, programAt } = tables;
  let best: Refusal | null = null;
  for (let i = programAt[board[from]! * tables.size + from]!; program[i] !== END; i += 2 + program[i + 1]!) {
    const squares = Array.from(program.subarray(i + 2, i + 2 + program[i + 1]!));
    const k = (program[i]! & (PLAIN_OPS - 1)) === DOUBLE_STEP ? (squares[1] === to ? 1 : -1) : squares.indexOf(to);
    if (k < 0) continue;
    const hindrance = explainSegment(position, from, program[i]!, squares, k);
    if (hindrance === null) return null;
    if (best === null || URGENCY.indexOf(hindrance.code) < URGENCY.indexOf(best.code)) best = hindrance;
  }
  return best ?? notReachable(position, from, to);
}

/** Refusal codes, most informative first; the first of several is reported. */
const URGENCY = [
  'move/own-piece',
  'move/blocked',
  'move/en-passant-not-now',
  'move/has-moved',
  'move/not-safe',
  'move/nothing-to-capture',
];

function explainSegment(
  position: Position,
  from: number,
  op: number,
  squares: readonly number[],
  k: number,
): Refusal | null {
  const { board, tables } = position;
  const to = squares[k]!;
  const bare = op & (PLAIN_OPS - 1);
  const mover = pieceOn(position, from);
  const facts = {
    rule: RULES[bare] ?? 'leap',
    role: roleOn(position, from),
    from: squareName(position, from),
    to: squareName(position, to),
  };
  if ((op & ONLY_UNMOVED) !== 0 && position.unmoved[from] === 0)
    return refusal('move/has-moved', sentence(`${mover} can make this move only if it has not moved yet`), facts);

  const blocker = STOPPED.has(bare) ? squares.slice(0, k).find((square) => board[square] !== 0) : undefined;
  const target = board[to]!;
  const blocked = (by: number): Refusal =>
    refusal('move/blocked', sentence(`${mover} is blocked by ${pieceOn(position, by)}`), {
      ...facts,
      by: squareName(position, by),
      byRole: roleOn(position, by),
    });
  const isOwn = target !== 0 && ((target ^ board[from]!) & 1) === 0;
  const takesOwn = (OWN_TOO.has(bare) || bare === LEAP_ALLY || bare === RAY_ALLY) && tables.isRoyal[target] === 0;
  if (blocker !== undefined) return blocked(blocker);
  if (isOwn && !takesOwn)
    return refusal('move/own-piece', sentence(`${mover} cannot land on ${pieceOn(position, to)} of its own side`), {
      ...facts,
      toRole: roleOn(position, to),
    });
  if (bare === EN_PASSANT) return explainPassing(position, from, to, facts);
  if (target !== 0 && !isOwn && ONTO_EMPTY.has(bare)) return blocked(to);
  if (target === 0 && ONTO_PIECES.has(bare))
    return refusal(
      'move/nothing-to-capture',
      sentence(`${aPiece(roleOn(position, from))} can go there only to capture, but ${facts.to} is empty`),
      facts,
    );
  if (target !== 0 && !isOwn && (bare === LEAP_ALLY || bare === RAY_ALLY)) return blocked(to);
  return (op & ONLY_SAFE) !== 0 ? explainDanger(position, from, to) : null;
}

const STOPPED = new Set([RAY_FREE, RAY_EMPTY, RAY_ENEMY, RAY_ANY, RAY_ALLY, DOUBLE_STEP]);
const ONTO_EMPTY = new Set([RAY_EMPTY, LEAP_EMPTY, DOUBLE_STEP]);
const ONTO_PIECES = new Set([RAY_ENEMY, LEAP_ENEMY, RAY_ALLY, LEAP_ALLY]);
const OWN_TOO = new Set([RAY_ANY, LEAP_ANY]);
const RULES: { readonly [op: number]: string } = {
  [RAY_FREE]: 'slide',
  [RAY_EMPTY]: 'slide',
  [RAY_ENEMY]: 'slide',
  [RAY_ANY]: 'slide',
  [RAY_ALLY]: 'slide',
  [DOUBLE_STEP]: 'double-step',
  [EN_PASSANT]: 'en-passant',
};

/** En passant is possible in the turn after the double step; `explainRestrictions` checks its legality. */
function explainPassing(
  position: Position,
  from: number,
  to: number,
  facts: { readonly [name: string]: string },
): Refusal | null {
  const { state, board, tables } = position;
  const them = (board[from]! & 1) ^ 1;
  if (state[PASSED] === to || wasJustPassed(position, to)) return null;
  const passer = tables.passedBy[them * tables.size + to]!;
  const isThere = passer >= 0 && board[passer] !== 0 && (board[passer]! & 1) === them && board[to] === 0;
  if (!isThere) return nothingToPass(position, from, facts);
  return refusal(
    'move/en-passant-not-now',
    sentence(`${pieceOn(position, passer)} cannot be captured en passant now`),
    { ...facts, by: squareName(position, passer), byRole: roleOn(position, passer) },
  );
}

const nothingToPass = (position: Position, from: number, facts: { readonly [name: string]: string }): Refusal =>
  refusal(
    'move/nothing-to-capture',
    sentence(`${aPiece(roleOn(position, from))} can go there only to capture, but there is nothing to capture`),
    facts,
  );

/** Whether the last move was a double step over this square. `state[PASSED]` is set only if a legal capture exists. */
export function wasJustPassed(position: Position, square: number): boolean {
  const ply = position.state[PLY]! - 1;
  if (ply < 0) return false;
  const last = position.undo[ply * FRAME + FRAME_MOVE]!;
  return (last & FLAG_MASK) === FLAG_DOUBLE_STEP && (((last >> 8) & 255) + (last & 255)) >> 1 === square;
}

function explainDanger(position: Position, from: number, to: number): Refusal | null {
  const { board } = position;
  const code = board[from]!;
  board[from] = 0;
  const by = attackersOf(position, to, (code & 1) ^ 1);
  board[from] = code;
  if (by.length === 0) return null;
  const names = squareNames(position, by);
  return refusal(
    'move/not-safe',
    sentence(
      `${pieceOn(position, from)} may go only to squares that are not attacked, but ${squareName(position, to)} is attacked from ${listed(names)}`,
    ),
    {
      rule: 'safe',
      role: roleOn(position, from),
      from: squareName(position, from),
      to: squareName(position, to),
      by: names,
    },
  );
}

function notReachable(position: Position, from: number, to: number): Refusal {
  const { tables } = position;
  const role = roleOn(position, from);
  const facts = { rule: 'movements', role, from: squareName(position, from), to: squareName(position, to) };
  const detail = describeMovements(tables.ruleset.pieces[role]!);
  return refusal(
    'move/not-reachable',
    sentence(`${aPiece(role)} does not go from ${facts.from} to ${facts.to}: it ${detail}`),
    { ...facts, detail },
  );
}
