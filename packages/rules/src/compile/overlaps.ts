import { DOUBLE_STEP, EN_PASSANT, END, LEAP_EMPTY, LEAP_ENEMY, PLAIN_OPS, RAY_EMPTY, RAY_ENEMY } from './codes.js';

/** Whether two segments of one piece on one square can produce the same move twice. */
export function hasOverlaps(program: Uint16Array, programAt: Int32Array, tapes: number): boolean {
  const seen = new Uint8Array(256);
  for (let at = 0; at < tapes; at++) {
    seen.fill(0);
    for (let i = programAt[at]!; program[i] !== END; i += 2 + program[i + 1]!) {
      const landing = landingOf(program[i]! & (PLAIN_OPS - 1));
      for (let k = i + 2; k < i + 2 + program[i + 1]!; k++) {
        if ((seen[program[k]!]! & landing) !== 0) return true;
        seen[program[k]!]! |= landing;
      }
    }
  }
  return false;
}

const ONTO_EMPTY = 1;
const ONTO_ENEMY = 2;
const ONTO_ALLY = 4;

function landingOf(op: number): number {
  if (op === DOUBLE_STEP || op === EN_PASSANT) return 0;
  if (op === RAY_EMPTY || op === LEAP_EMPTY) return ONTO_EMPTY;
  if (op === RAY_ENEMY || op === LEAP_ENEMY) return ONTO_ENEMY;
  return ONTO_EMPTY | ONTO_ENEMY | ONTO_ALLY;
}
