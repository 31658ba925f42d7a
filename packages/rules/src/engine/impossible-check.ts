import type { Tables } from '../compile/tables.js';
import { attackersOf } from './attackers.js';
import { isAttacked } from './attacks.js';
import { type Position, ROYAL, ROYALS, TURN } from './position.js';

/**
 * Whether no last move can have produced the checks on the board: three at once, two by leapers, two on one line
 * through the king, or a check older than the double step over `passed` (-1 without one). False in rulesets where a
 * move changes more than two squares or where attacks do not follow lines.
 */
export function isImpossibleCheck(position: Position, passed: number): boolean {
  const { tables, state } = position;
  const us = state[TURN]!;
  if (!tables.noSelfCheck || tables.blast !== null || tables.attacks.irregularAttacks.length > 0) return false;
  if (state[ROYALS + us] !== 1) return false;
  const royal = state[ROYAL + us]!;
  const checkers = attackersOf(position, royal, us ^ 1);
  if (checkers.length === 0) return false;
  if (passed >= 0) return checkers.length > 1 || wasThereBefore(position, passed, checkers[0]!.square, royal);
  if (checkers.length > 2) return true;
  const [first, second] = checkers;
  if (first === undefined || second === undefined) return false;
  return (!first.slides && !second.slides) || isOneLine(tables, royal, first.square, second.square);
}

/** Whether a check that the double step itself does not give existed before it. */
function wasThereBefore(position: Position, passed: number, checker: number, royal: number): boolean {
  const { board, tables, state } = position;
  const them = state[TURN]! ^ 1;
  const passer = tables.passedBy[them * tables.size + passed]!;
  if (checker === passer) return false;
  const from = 2 * passed - passer;
  const code = board[passer]!;
  board[passer] = 0;
  board[from] = code;
  const before = isAttacked(position, royal, them);
  board[from] = 0;
  board[passer] = code;
  return before;
}

/** Whether two squares lie on opposite sides of the king on one straight line. */
function isOneLine(tables: Tables, royal: number, a: number, b: number): boolean {
  const step = (square: number): readonly [number, number] => [
    (square % tables.files) - (royal % tables.files),
    Math.trunc(square / tables.files) - Math.trunc(royal / tables.files),
  ];
  const [af, ar] = step(a);
  const [bf, br] = step(b);
  return af * br === ar * bf && af * bf + ar * br < 0;
}
