import { checkedRoyals, isInCheck } from '../engine/attacks.js';
import { generateUnended, isCapture } from '../engine/legal.js';
import { play, undo } from '../engine/play.js';
import { type Position, ROYALS, TURN } from '../engine/position.js';
import { type Refusal, refusal } from '../refusal.js';
import { attackersOf } from './attackers.js';
import { colorName, listed, pieceOn, roleOn, sentence, squareName, squareNames } from './words.js';

/** Which restriction forbids a move that the piece can make; null if none does. */
export function explainRestrictions(position: Position, move: number): Refusal | null {
  const why = explainRestriction(position, move);
  if (why === null) return null;
  const from = squareName(position, (move >> 8) & 255);
  return { ...why, facts: { ...why.facts, from, to: squareName(position, move & 255) } };
}

function explainRestriction(position: Position, move: number): Refusal | null {
  const { tables, state } = position;
  const us = state[TURN]!;
  const royals = state[ROYALS + us]!;
  const theirs = state[ROYALS + (us ^ 1)]!;
  const wasCheck = royals > 0 && isInCheck(position, us);
  const mover = (move >> 8) & 255;
  const isRoyal = tables.isRoyal[position.board[mover]!] === 1;
  const must = tables.mustCapture && !isCapture(position, move) ? explainMustCapture(position) : null;
  play(position, move);
  let why: Refusal | null = null;
  if (tables.noSelfCheck && state[ROYALS + us]! < royals) why = explainExplosion(us);
  else if (tables.noSelfCheck && (tables.readsPins || state[ROYALS + (us ^ 1)]! >= theirs) && isInCheck(position, us))
    why = explainCheck(position, us, isRoyal, wasCheck);
  else if (tables.noCheck && isInCheck(position, us ^ 1)) why = explainGivenCheck(position, us);
  undo(position);
  return why ?? must;
}

function explainCheck(position: Position, us: number, isRoyal: boolean, wasCheck: boolean): Refusal {
  const [royal = -1] = checkedRoyals(position, us);
  const by = squareNames(position, attackersOf(position, royal, us ^ 1));
  const facts = {
    rule: 'no-self-check',
    royal: squareName(position, royal),
    royalRole: roleOn(position, royal),
    by,
    wasCheck,
  };
  const where = pieceOn(position, royal);
  const words = isRoyal
    ? `${where} would be in check from ${listed(by)}`
    : `this move ${wasCheck ? 'still leaves' : 'leaves'} ${where} in check from ${listed(by)}`;
  return refusal('move/leaves-check', sentence(words), facts);
}

const explainExplosion = (us: number): Refusal =>
  refusal('move/explodes-own-king', sentence(`the explosion would remove ${colorName(us)}'s own king`), {
    rule: 'explode',
    color: colorName(us),
  });

function explainGivenCheck(position: Position, us: number): Refusal {
  const [royal = -1] = checkedRoyals(position, us ^ 1);
  const by = squareNames(position, attackersOf(position, royal, us));
  return refusal(
    'move/gives-check',
    sentence(`giving check is forbidden, and this move attacks ${pieceOn(position, royal)} from ${listed(by)}`),
    {
      rule: 'no-check',
      royal: squareName(position, royal),
      royalRole: roleOn(position, royal),
      by,
    },
  );
}

function explainMustCapture(position: Position): Refusal | null {
  const moves = new Int32Array(position.tables.maxMoves);
  const end = generateUnended(position, moves, 0);
  const captures = Array.from(moves.subarray(0, end)).filter((move) => isCapture(position, move));
  if (captures.length === 0) return null;
  const names = captures.map((move) => squareName(position, (move >> 8) & 255) + squareName(position, move & 255));
  const example = `${pieceOn(position, (captures[0]! >> 8) & 255)} can capture on ${squareName(position, captures[0]! & 255)}`;
  return refusal('move/must-capture', sentence(`captures are compulsory: ${example}`), {
    rule: 'must-capture',
    captures: names,
    role: roleOn(position, (captures[0]! >> 8) & 255),
  });
}
