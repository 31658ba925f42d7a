import type { Result } from '@chessmith/std';
import type { Position } from '../engine/position.js';
import type { Move } from '../engine.js';
import type { Refusal } from '../refusal.js';
import { parseLong } from './long.js';
import { parseSan } from './san.js';
import { parseUci } from './uci.js';
import { scanUci } from './uci-scan.js';

/**
 * Reads a move written in UCI, in the long form or in SAN. No text has two of these shapes: UCI is two squares in lower
 * case, the long form an upper-case letter, a square and a sign, and everything else is SAN. Case matters: `bxc3` is a
 * pawn's move and `Bxc3` a bishop's.
 */
export function parseMove(position: Position, text: string): Result<Move, Refusal> {
  if (scanUci(text)) return parseUci(position, text);
  if (LONG.test(text)) return parseLong(position, text);
  return parseSan(position, text);
}

const LONG = /^(?:[A-Z][a-p]\d{1,2}[-x][a-p]\d|0-0)/;
