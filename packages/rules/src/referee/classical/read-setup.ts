import { err, ok, type Result, unwrap } from '@chessmith/std';
import { COLORS, type Color } from '../../color.js';
import type { Tables } from '../../compile/tables.js';
import { setUp } from '../../engine/set-up.js';
import { validatePosition } from '../../engine/validate-position.js';
import { startFen } from '../../engine.js';
import { parseSquare, squareIndex } from '../../geometry.js';
import { parseBoardText } from '../../notation/board-text.js';
import { formatFen, parseFen } from '../../notation/fen.js';
import { type Refusal, refusal } from '../../refusal.js';
import type { Chance, Setup } from '../port.js';
import { boardAt, type ClassicalPosition, createSharedBoard, type StartRecord } from './position.js';

const STARTS = 960;

/**
 * Reads a set-up into the stored record of the start; draws a start number if the ruleset is shuffled and none is
 * given.
 */
export function readSetup(tables: Tables, setup: Setup, chance: Chance): Result<StartRecord, Refusal> {
  const { position, unmoved, free = false, profile = 'lichess' } = setup;
  if (position !== undefined && setup.number !== undefined) {
    return err(refusal('rules/two-starts', 'Give either a position or a start number, not both.'));
  }
  for (const square of unmoved ?? []) {
    const known = parseSquare(tables, square);
    if (!known.ok) return known;
  }
  const number = position === undefined ? (setup.number ?? drawnStart(tables, chance)) : undefined;
  const fenText = position === undefined ? startFen(tables.ruleset, number) : ok(position);
  if (!fenText.ok) return fenText;
  const fen = readPosition(tables, fenText.value, setup.turn);
  if (!fen.ok) return fen;
  const start = {
    fen: fen.value,
    ...(number === undefined ? {} : { number }),
    ...(unmoved === undefined ? {} : { unmoved }),
    profile,
    free,
  };
  if (free) return ok(start);
  const verdict = validatePosition(boardAt(firstPosition(tables, start)));
  return verdict.ok ? ok(start) : verdict;
}

/** The first position of a stored start. */
export function firstPosition(tables: Tables, start: StartRecord): ClassicalPosition {
  const unmoved = start.unmoved?.map((square) => squareIndex(tables, square));
  return createSharedBoard(start, setUp(tables, unwrap(parseFen(tables, start.fen)), unmoved));
}

function drawnStart({ ruleset }: Tables, chance: Chance): number | undefined {
  return typeof ruleset.start === 'string' ? undefined : chance.int(STARTS);
}

/** Normalises a position to FEN. Text with line breaks or stars is a board drawing; anything else is a FEN. */
function readPosition(tables: Tables, text: string, turn: Color | undefined): Result<string, Refusal> {
  const isBoardText = /[\n*]/.test(text.trim());
  const fields = isBoardText ? parseBoardText(tables, text) : parseFen(tables, text);
  if (!fields.ok) return fields;
  const isOther = turn !== undefined && COLORS[fields.value.turn] !== turn;
  const turned = isOther ? { ...fields.value, turn: 1 - fields.value.turn, passed: -1 } : fields.value;
  return ok(formatFen(setUp(tables, turned)));
}
