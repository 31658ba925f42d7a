import { COLORS } from '../color.js';
import type { Claim, Outcome, Profile } from '../outcome.js';
import { isInCheck } from './attacks.js';
import { isDeadPosition } from './dead-position.js';
import { earlyEnd } from './early-end.js';
import { hasLegalMove } from './legal.js';
import { hasEnough } from './material.js';
import { HALFMOVES, type Position, TURN } from './position.js';
import { repetitionsOf } from './repetition.js';

/**
 * How the game has ended by its rules; null while it continues. Mate, stalemate and variant endings take precedence
 * over draws by repetition or move count (FIDE 9.6.2).
 */
export function outcomeOf(position: Position, profile: Profile): Outcome | null {
  if (position.tables.hasEarlyEnd) {
    const early = earlyEnd(position);
    if (early !== null) return early;
  }
  if (!hasLegalMove(position, scratchFor(position))) return withoutMove(position);
  return automaticDraw(position, profile);
}

/** The draws that the side to move may claim now; none once the game has ended. */
export function claimsOf(position: Position, profile: Profile): readonly Claim[] {
  const claims: Claim[] = [];
  if (position.tables.endingFlags.repetition && repetitionsOf(position) >= 3) {
    claims.push('threefold-repetition');
  }
  if (profile === 'fide' && position.tables.endingFlags.moveCount && position.state[HALFMOVES]! >= FIFTY_MOVES) {
    claims.push('fifty-moves');
  }
  return claims.length === 0 || outcomeOf(position, profile) !== null ? [] : claims;
}

let scratch = new Int32Array(1 << 12);

function scratchFor(position: Position): Int32Array {
  if (position.tables.maxMoves > scratch.length) scratch = new Int32Array(position.tables.maxMoves);
  return scratch;
}

/** In plies: one move is two plies. */
const FIFTY_MOVES = 100;
const SEVENTY_FIVE_MOVES = 150;

function withoutMove(position: Position): Outcome {
  const us = position.state[TURN]!;
  if (position.tables.endingFlags.checkmate && isInCheck(position, us)) {
    return { kind: 'win', winner: COLORS[us ^ 1]!, by: 'checkmate' };
  }
  const result = position.tables.endingFlags.stalemate;
  if (result === 'draw') return { kind: 'draw', by: 'stalemate' };
  return { kind: 'win', winner: COLORS[result === 'win' ? us : us ^ 1]!, by: 'stalemate' };
}

function automaticDraw(position: Position, profile: Profile): Outcome | null {
  if (!hasEnough(position, 0) && !hasEnough(position, 1)) {
    return { kind: 'draw', by: profile === 'fide' ? 'dead-position' : 'insufficient-material' };
  }
  if (profile === 'fide' && isDeadPosition(position)) return { kind: 'draw', by: 'dead-position' };
  if (position.tables.endingFlags.repetition && repetitionsOf(position) >= 5)
    return { kind: 'draw', by: 'fivefold-repetition' };
  if (position.tables.endingFlags.moveCount) {
    const plies = position.state[HALFMOVES]!;
    if (profile === 'lichess' && plies >= FIFTY_MOVES) return { kind: 'draw', by: 'fifty-moves' };
    if (profile === 'fide' && plies >= SEVENTY_FIVE_MOVES) return { kind: 'draw', by: 'seventy-five-moves' };
  }
  return null;
}
