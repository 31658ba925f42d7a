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
import { boardAt, type ClassicalPosition, type Opening, openSharedBoard } from './position.js';

const STARTS = 960;

/** Reads a set-up into all that a game needs to be opened again; draws the start of a shuffled ruleset if none is named. */
export function readSetup(tables: Tables, setup: Setup, chance: Chance): Result<Opening, Refusal> {
  const { position, unmoved, free = false, profile = 'lichess' } = setup;
  if (position !== undefined && setup.number !== undefined) {
    return err(refusal('rules/two-starts', 'A game starts from a position or from a numbered start, not from both.'));
  }
  for (const square of unmoved ?? []) {
    const known = parseSquare(tables, square);
    if (!known.ok) return known;
  }
  const number = position === undefined ? (setup.number ?? drawnStart(tables, chance)) : undefined;
  const start = position === undefined ? startFen(tables.ruleset, number) : ok(position);
  if (!start.ok) return start;
  const fen = readPosition(tables, start.value, setup.turn);
  if (!fen.ok) return fen;
  const opening = {
    fen: fen.value,
    ...(number === undefined ? {} : { number }),
    ...(unmoved === undefined ? {} : { unmoved }),
    profile,
    free,
  };
  if (free) return ok(opening);
  const sense = validatePosition(boardAt(open(tables, opening)));
  return sense.ok ? ok(opening) : sense;
}

/** The position an opening describes. */
export function open(tables: Tables, opening: Opening): ClassicalPosition {
  const unmoved = opening.unmoved?.map((square) => squareIndex(tables, square));
  return openSharedBoard(opening, setUp(tables, unwrap(parseFen(tables, opening.fen)), unmoved));
}

function drawnStart({ ruleset }: Tables, chance: Chance): number | undefined {
  return typeof ruleset.start === 'string' ? undefined : chance.int(STARTS);
}

/** As the FEN that is written for it. Board-as-text has several lines or stars for empty squares; anything else is a FEN. */
function readPosition(tables: Tables, text: string, turn: Color | undefined): Result<string, Refusal> {
  const isBoardText = /[\n*]/.test(text.trim());
  const fields = isBoardText ? parseBoardText(tables, text) : parseFen(tables, text);
  if (!fields.ok) return fields;
  const isOther = turn !== undefined && COLORS[fields.value.turn] !== turn;
  const turned = isOther ? { ...fields.value, turn: 1 - fields.value.turn, passed: -1 } : fields.value;
  return ok(formatFen(setUp(tables, turned)));
}
