import type { Result } from '@chessmith/std';
import type { Position } from '../engine/position.js';
import type { Move } from '../engine.js';
import type { Refusal } from '../refusal.js';
import { parseLongAlgebraic } from './long-algebraic.js';
import { parseSan } from './san.js';
import { parseUci } from './uci.js';
import { scanUci } from './uci-scan.js';

/**
 * Reads a move in UCI, long algebraic notation or SAN. Each text fits only one of them: UCI starts with two lower-case
 * squares, the long form with an upper-case letter, a square and a sign; the rest is SAN. Case matters: `bxc3` is a
 * pawn move and `Bxc3` a bishop move.
 */
export function parseMove(position: Position, text: string): Result<Move, Refusal> {
  if (scanUci(text)) return parseUci(position, text);
  if (LONG.test(text)) return parseLongAlgebraic(position, text);
  return parseSan(position, text);
}

const LONG = /^(?:[A-Z][a-p]\d{1,2}[-x][a-p]\d|0-0)/;
