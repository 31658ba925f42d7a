import type { Result } from '@chessmith/std';
import { err, ok } from '@chessmith/std';
import { chess960Fen } from './chess960.js';
import { COLORS, type Color } from './color.js';
import { compileTables } from './compile/compile.js';
import type { Tables } from './compile/tables.js';
import { checkedRoyals, isInCheck } from './engine/attacks.js';
import { generateLegal } from './engine/generate-legal.js';
import { clonePosition, type Position, TURN } from './engine/position.js';
import { setUp } from './engine/set-up.js';
import { parseFen } from './parse-fen.js';
import { type Refusal, refusal } from './refusal.js';
import type { Ruleset } from './ruleset.js';

/** A compiled ruleset. Create positions from it with `startPosition` or `positionFromFen`. */
export type Engine = {
  readonly ruleset: Ruleset;
  readonly tables: Tables;
};

const compiled = new WeakMap<Ruleset, Engine>();

/** Compiles a ruleset; the same object is compiled only once. */
export function compile(ruleset: Ruleset): Engine {
  let engine = compiled.get(ruleset);
  if (engine === undefined) {
    engine = { ruleset, tables: compileTables(ruleset) };
    compiled.set(ruleset, engine);
  }
  return engine;
}

/**
 * A compiled ruleset as a message between threads. The ruleset is text, because its many small arrays are read faster
 * from JSON than from a structured clone.
 */
export type PackedEngine = { readonly ruleset: string; readonly tables: Omit<Tables, 'ruleset'> };

export function packEngine({ ruleset, tables }: Engine): PackedEngine {
  const { ruleset: _, ...rest } = tables;
  return { ruleset: JSON.stringify(ruleset), tables: rest };
}

/** The engine of a message. `compile` gives the same one for its ruleset. */
export function unpackEngine({ ruleset: text, tables }: PackedEngine): Engine {
  const ruleset = JSON.parse(text) as Ruleset;
  const engine = { ruleset, tables: { ruleset, ...tables } };
  compiled.set(ruleset, engine);
  return engine;
}

/** Approximate size in bytes of a compiled ruleset: its tables, and the ruleset itself as JavaScript values. */
export function compiledBytes(ruleset: Ruleset): number {
  return bytesIn(compile(ruleset).tables, new Set());
}

/** Overhead of an array or object in V8, without its items. */
const OBJECT_BYTES = 48;
const ITEM_BYTES = 8;

/** Approximate size of a value without what `counted` holds already. Strings do not count: rulesets have few distinct ones. */
function bytesIn(value: unknown, counted: Set<object>): number {
  if (typeof value !== 'object' || value === null || counted.has(value)) return 0;
  counted.add(value);
  if (ArrayBuffer.isView(value)) return OBJECT_BYTES + value.byteLength;
  const parts = Array.isArray(value) ? value : Object.values(value);
  let sum = OBJECT_BYTES + ITEM_BYTES * parts.length;
  for (const part of parts) sum += bytesIn(part, counted);
  return sum;
}

/** The last start position of each engine, which is copied for each game: most games start from the same one. */
const starts = new WeakMap<Engine, ReadonlyMap<string, Position>>();

/** A new start position. `number` selects one of several numbered starts (Chess960). */
export function startPosition(engine: Engine, number?: number): Result<Position, Refusal> {
  const fen = startFen(engine.ruleset, number);
  if (!fen.ok) return fen;
  let position = starts.get(engine)?.get(fen.value);
  if (position === undefined) {
    const read = positionFromFen(engine, fen.value);
    if (!read.ok) return read;
    position = read.value;
    starts.set(engine, new Map([[fen.value, position]]));
  }
  return ok(clonePosition(position));
}

/** Reads a FEN without checking that the position is playable; `validatePosition` does that. */
export function positionFromFen(engine: Engine, fen: string, unmoved?: readonly number[]): Result<Position, Refusal> {
  const fields = parseFen(engine.tables, fen);
  return fields.ok ? ok(setUp(engine.tables, fields.value, unmoved)) : fields;
}

/** The FEN a game of this ruleset starts from. */
export function startFen(ruleset: Ruleset, number?: number): Result<string, Refusal> {
  if (typeof ruleset.start === 'string') {
    return number === undefined
      ? ok(ruleset.start)
      : err(
          refusal('rules/no-numbered-starts', `${ruleset.title} has only one start; leave out the start number.`, {
            ruleset: ruleset.name,
            title: ruleset.title,
          }),
        );
  }
  const chosen = number ?? ruleset.start.default;
  if (!Number.isInteger(chosen) || chosen < 0 || chosen > 959) {
    return err(refusal('rules/no-such-start', 'No such start; Chess960 starts are numbered 0 to 959.'));
  }
  return ok(chess960Fen(chosen));
}

/** A move in one position: an integer for `play` and the notation functions, see `compile/codes.ts`. */
export type Move = number;

let scratch = new Int32Array(1 << 12);

/** The legal moves of the side to move; none once the game has ended. */
export function legalMoves(position: Position): readonly Move[] {
  if (position.tables.maxMoves > scratch.length) scratch = new Int32Array(position.tables.maxMoves);
  const end = generateLegal(position, scratch, 0);
  const moves: Move[] = [];
  for (let i = 0; i < end; i++) moves.push(scratch[i]!);
  return moves;
}

export const turnOf = (position: Position): Color => COLORS[position.state[TURN]!]!;

/** Whether a royal piece of the side to move is attacked. */
export const isCheck = (position: Position): boolean => isInCheck(position, position.state[TURN]!);

/** The squares of the attacked royal pieces of the side to move. */
export const checkedSquares = (position: Position): readonly number[] => checkedRoyals(position, position.state[TURN]!);
