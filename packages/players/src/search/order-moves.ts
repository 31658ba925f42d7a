import { CELLS, isAttacked, MOVES, type Position } from '@chessmith/rules';
import type { SearchState } from './search-state.js';

const { turn: TURN, board: BOARD } = CELLS;
const { flag: FLAG, enPassant: EN_PASSANT, castle: CASTLE, promote: PROMOTE, drop: DROP, roleShift: ROLE } = MOVES;

const FIRST = 1 << 30;
const GOOD_CAPTURE = 1 << 28;
const KILLER = 1 << 27;
const BAD_CAPTURE = -(1 << 28);

/** Rates the moves from `at` to `end` in `order`: the better, the earlier a search should try them. */
export function rateMoves(search: SearchState, at: number, end: number, first: number, ply: number): void {
  const { position, moves, order, killers, history } = search;
  const { size } = position.tables;
  const one = killers[2 * ply]!;
  const two = killers[2 * ply + 1]!;
  for (let i = at; i < end; i++) {
    const move = moves[i]!;
    if (move === first) order[i] = FIRST;
    else if (isTactical(position, move)) {
      const gain = gainOf(search, move);
      order[i] = gain < 0 ? BAD_CAPTURE + gain : GOOD_CAPTURE + gain;
    } else if (move === one) order[i] = KILLER + 1;
    else if (move === two) order[i] = KILLER;
    else order[i] = history[moverOf(position, move) * size + (move & 255)]!;
  }
}

/** Brings the best rated of the remaining moves to index `i` and returns it. */
export function pickMove({ moves, order }: SearchState, i: number, end: number): number {
  let best = i;
  for (let j = i + 1; j < end; j++) if (order[j]! > order[best]!) best = j;
  const move = moves[best]!;
  if (best !== i) {
    moves[best] = moves[i]!;
    moves[i] = move;
    const rated = order[best]!;
    order[best] = order[i]!;
    order[i] = rated;
  }
  return move;
}

export const isLosing = (order: number): boolean => order < BAD_CAPTURE >> 1;

/** Whether a move captures or promotes, so that it changes material at once. */
export function isTactical({ cells }: Position, move: number): boolean {
  const flag = move & FLAG;
  if (flag === 0) return cells[BOARD + (move & 255)] !== 0;
  return (
    flag === EN_PASSANT || flag === PROMOTE || (flag !== CASTLE && flag !== DROP && cells[BOARD + (move & 255)] !== 0)
  );
}

/** The code of the piece that a move moves or drops. */
export const moverOf = ({ cells }: Position, move: number): number =>
  (move & FLAG) === DROP ? 2 + 2 * (move >> ROLE) + cells[TURN]! : cells[BOARD + ((move >> 8) & 255)]!;

/**
 * About what a capture or promotion wins in material, if the enemy recaptures when it can. Below zero for captures that
 * lose material.
 */
export function gainOf(search: SearchState, move: number): number {
  const { position, tables } = search;
  const { cells } = position;
  const { worth } = tables;
  const us = cells[TURN]!;
  const to = move & 255;
  const flag = move & FLAG;
  if (position.tables.blast !== null && flag !== PROMOTE) return blastGain(search, (move >> 8) & 255, to);
  const mover = cells[BOARD + ((move >> 8) & 255)]!;
  const victim = cells[BOARD + to]!;
  let gain = flag === EN_PASSANT ? worth[mover]! : worth[victim]!;
  let risk = worth[mover]!;
  // Taking a piece of one's own side wins nothing.
  if (victim !== 0 && (victim & 1) === us) gain = -gain;
  if (flag === PROMOTE) {
    risk = worth[2 + 2 * (move >> ROLE) + us]!;
    gain += risk - worth[mover]!;
  }
  // Small differences, as between bishop and knight, are no reason to look.
  if (risk > gain + 50 && position.tables.isRoyal[mover] === 0 && isAttacked(position, to, us ^ 1)) return gain - risk;
  // Among equal gains the cheaper piece captures first.
  return gain + 8 - Math.min(7, risk >> 7);
}

/** The material that an explosion takes from the enemy, less one's own. */
function blastGain({ position, tables }: SearchState, from: number, to: number): number {
  const { cells } = position;
  const { blast, blastSpares } = position.tables;
  const us = cells[TURN]!;
  const victim = cells[BOARD + to]!;
  let gain = (victim === 0 ? 100 : tables.worth[victim]!) - tables.worth[cells[BOARD + from]!]!;
  for (const square of blast![to]!) {
    const code = cells[BOARD + square]!;
    if (code === 0 || square === from || blastSpares[code] === 1) continue;
    gain += (code & 1) === us ? -tables.worth[code]! : tables.worth[code]!;
  }
  return gain;
}
