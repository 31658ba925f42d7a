import { json } from '@chessmith/std';
import type { CastleSide, SquareTable, Step } from './ruleset.js';
import type { DraftMovement } from './theories/draft.js';
import { byReader, MAX_PATH } from './theories/read-theory.js';

/** More than any real movement needs; irregular pieces use tables. */
export const MAX_STEPS = 64;
export const MAX_STEP = 15;
export const MAX_MOVEMENTS = 32;
export const MAX_GROUP_DEPTH = 3;
/** The most rays or leaps per square of a table. */
export const MAX_PATHS = 64;

export const SQUARE = /^[a-p]([1-9]|1[0-6])$/;
export const FILE = /^[a-p]$/;
export const ROLE = /^[a-z][a-z0-9-]{0,23}$/;

/** A role name. Whether the ruleset has such a piece is checked later (`validateRuleset`). */
export const roleReader = json.string({
  pattern: ROLE,
  expected: 'the name of a piece: lower-case letters, digits and hyphens, such as "knight"',
});

export const squareReader = json.string({ pattern: SQUARE, expected: 'a square such as "e4"' });

/** Ranks, counted from the mover's own edge. */
export const ranksReader = json.array(json.integer({ min: 1, max: 16 }), { minLength: 1, maxLength: 16 });

const fileReader = json.string({ pattern: FILE, expected: 'a file such as "g"' });

const stepReader: json.JsonReader<Step> = json.refine(
  json.array(json.integer({ min: -MAX_STEP, max: MAX_STEP }), { minLength: 2, maxLength: 2 }),
  ([files = 0, ranks = 0]) => (files === 0 && ranks === 0 ? undefined : ([files, ranks] as const)),
  'a step [files, ranks] that leaves its square, such as [0, 1] for one rank forward',
);

const stepsReader = json.array(stepReader, { minLength: 1, maxLength: MAX_STEPS });

const modifiers = {
  onto: json.optional(json.literal('free', 'empty', 'enemy', 'ally', 'any')),
  from: json.optional(ranksReader),
  unmoved: json.optional(json.boolean()),
  safe: json.optional(json.boolean()),
} as const;

const castleSideReader: json.JsonReader<CastleSide> = json.object({
  side: json.literal('king', 'queen'),
  to: fileReader,
  partnerTo: fileReader,
});

const tableReader: json.JsonReader<SquareTable> = json.refine(
  json.record(json.array(json.array(squareReader, { minLength: 1, maxLength: MAX_PATH }), { maxLength: MAX_PATHS })),
  (table) => (Object.keys(table).every((name) => SQUARE.test(name)) ? table : undefined),
  'squares such as "e4" as field names',
);

const single = {
  slide: json.object({
    kind: json.literal('slide'),
    along: stepsReader,
    upTo: json.optional(json.integer({ min: 1, max: MAX_STEP })),
    ...modifiers,
  }),
  leap: json.object({ kind: json.literal('leap'), to: stepsReader, ...modifiers }),
  'double-step': json.object({ kind: json.literal('double-step'), along: stepsReader, ...modifiers }),
  'en-passant': json.object({ kind: json.literal('en-passant'), to: stepsReader }),
  castle: json.object({
    kind: json.literal('castle'),
    partner: roleReader,
    sides: json.array(castleSideReader, { minLength: 1, maxLength: 2 }),
  }),
  drop: json.object({ kind: json.literal('drop'), ranks: json.optional(ranksReader) }),
  table: json.object({
    kind: json.literal('table'),
    shape: json.literal('rays', 'leaps'),
    white: tableReader,
    black: tableReader,
    ...modifiers,
  }),
  theory: json.object({ kind: json.literal('theory'), by: byReader, ...modifiers }),
} as const;

/** Any movement but a group. */
export const singleReader = json.tagged('kind', single);

/** Groups may contain groups to a limited depth, so that hostile JSON cannot overflow the stack. */
function movementWithin(depth: number): json.JsonReader<DraftMovement> {
  if (depth === 0) return singleReader;
  const group = json.object({
    kind: json.literal('group'),
    of: json.array(movementWithin(depth - 1), { minLength: 1, maxLength: MAX_MOVEMENTS }),
  });
  return json.tagged('kind', { ...single, group });
}

/** One movement; groups are at most three levels deep. */
export const movementReader: json.JsonReader<DraftMovement> = movementWithin(MAX_GROUP_DEPTH);
