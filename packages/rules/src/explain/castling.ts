import { FLAG_CASTLE, pieceCode } from '../compile/codes.js';
import { isThreatened } from '../engine/attacks.js';
import { type Position, RIGHTS, ROYAL, TURN } from '../engine/position.js';
import { isExposedByPartner } from '../engine/pseudo.js';
import { rankOf } from '../geometry.js';
import { historyOfPiece } from '../history.js';
import { type Refusal, refusal } from '../refusal.js';
import { attackersOf } from './attackers.js';
import { explainRestrictions } from './restrictions.js';
import {
  colorName,
  listed,
  pieceOn,
  roleName,
  roleOn,
  rulesetFacts,
  sentence,
  squareName,
  squareNames,
} from './words.js';

const SIDES = ["king's side", "queen's side"] as const;

/** Why the side to move cannot castle to a side (0 king's, 1 queen's); null if it can. */
export function explainCastling(position: Position, side: number): Refusal | null {
  const { tables, state, partnerFrom, board } = position;
  const us = state[TURN]!;
  const right = us * 2 + side;
  const way = tables.castles[right];
  const facts = { rule: 'castle', color: colorName(us), side: side === 0 ? 'king' : 'queen' };
  if (!way)
    return refusal('move/castling-unknown', sentence(`there is no castling in ${tables.ruleset.title}`), {
      ...facts,
      ...rulesetFacts(tables),
    });
  const from = state[ROYAL + us]!;
  const partner = partnerFrom[right]!;
  if ((state[RIGHTS]! & (1 << right)) === 0) return explainLostRight(position, from, right, facts);

  const blocker = [...span(from, way.to), ...span(partner, way.partnerTo)].find(
    (square) => board[square] !== 0 && square !== from && square !== partner,
  );
  if (blocker !== undefined)
    return refusal('move/castling-blocked', sentence(`castling is blocked by ${pieceOn(position, blocker)}`), {
      ...facts,
      by: squareName(position, blocker),
      byRole: roleOn(position, blocker),
    });
  if (tables.noSelfCheck) {
    const danger = explainDanger(position, from, way.to, right, facts);
    if (danger !== null) return danger;
  }
  return explainRestrictions(position, (from << 8) | partner | FLAG_CASTLE);
}

/** The side of an attempted castling move, given the code of its refusal; -1 if the move is not castling. */
export function castlingSide(position: Position, from: number, to: number, reason: string): number {
  const { tables, board, state, partnerFrom } = position;
  const us = state[TURN]!;
  for (let side = 0; side < 2; side++) {
    const way = tables.castles[us * 2 + side];
    if (!way || board[from] !== pieceCode(way.role, us) || rankOf(tables, from) !== way.rank) continue;
    if (partnerFrom[us * 2 + side] === to && board[to] === pieceCode(way.partner, us)) return side;
    if (reason !== 'move/not-reachable') continue;
    const isPartner = board[to] === pieceCode(way.partner, us) && rankOf(tables, to) === way.rank;
    if (to === way.to || (isPartner && to > from === (side === 0))) return side;
  }
  return -1;
}

function explainLostRight(
  position: Position,
  from: number,
  right: number,
  facts: { readonly [name: string]: string },
): Refusal {
  const { tables } = position;
  const way = tables.castles[right]!;
  const king = roleName(tables, way.role);
  const partner = roleName(tables, way.partner);
  const hasMoved = from >= 0 && historyOfPiece(position, from).length > 0;
  const why = hasMoved ? `the ${king} has moved` : `the ${king} or its ${partner} has moved or is gone`;
  const words = `${facts.color} can no longer castle on the ${SIDES[right & 1]}: ${why}`;
  return refusal('move/castling-right-lost', sentence(words), { ...facts, role: king, partner, hasMoved });
}

function explainDanger(
  position: Position,
  from: number,
  to: number,
  right: number,
  facts: { readonly [name: string]: string },
): Refusal | null {
  const { board } = position;
  const them = (right >> 1) ^ 1;
  const code = board[from]!;
  const king = roleName(position.tables, position.tables.castles[right]!.role);
  const step = to < from ? -1 : 1;
  board[from] = 0;
  let found = -1;
  for (let square = from; square !== to + step; square += step) {
    if (!isThreatened(position, square, them)) continue;
    found = square;
    break;
  }
  const by = found < 0 ? [] : squareNames(position, attackersOf(position, found, them));
  board[from] = code;
  const on = squareName(position, found < 0 ? to : found);
  if (found === from)
    return refusal(
      'move/castling-out-of-check',
      sentence(`the ${king} may not castle out of check from ${listed(by)}`),
      {
        ...facts,
        role: king,
        by,
      },
    );
  if (found >= 0 && found !== to)
    return refusal(
      'move/castling-through-check',
      sentence(`the ${king} may not castle through ${on}, which is attacked from ${listed(by)}`),
      { ...facts, role: king, through: on, by },
    );
  if (found < 0 && !isExposedByPartner(position, right)) return null;
  return refusal(
    'move/castling-into-check',
    sentence(
      `the ${king} may not castle to ${on}, where it would be in check${by.length > 0 ? ` from ${listed(by)}` : ''}`,
    ),
    { ...facts, role: king, into: on, by },
  );
}

const span = (a: number, b: number): readonly number[] =>
  Array.from({ length: Math.abs(a - b) + 1 }, (_, i) => (a < b ? a + i : a - i));
