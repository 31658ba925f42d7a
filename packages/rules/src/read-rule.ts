import { json } from '@chessmith/std';
import { MAX_MOVEMENTS, movementReader, ranksReader, roleReader, squareReader } from './read-movement.js';

export const MAX_ROLES = 26;
/** A FEN has one digit for it. */
export const MAX_COUNTED_CHECKS = 9;
export const LETTER = /^[a-z]$/;

const rolesReader = json.array(roleReader, { maxLength: MAX_ROLES });

export const pieceReader = json.object({
  letter: json.string({ pattern: LETTER, expected: 'one lower-case letter from "a" to "z"' }),
  movements: json.array(movementReader, { maxLength: MAX_MOVEMENTS }),
  royal: json.optional(json.boolean()),
  pawn: json.optional(json.boolean()),
});

export const restrictionReader = json.tagged('kind', {
  'no-self-check': json.object({ kind: json.literal('no-self-check') }),
  'no-check': json.object({ kind: json.literal('no-check') }),
  'must-capture': json.object({ kind: json.literal('must-capture') }),
});

export const effectReader = json.tagged('kind', {
  promote: json.object({
    kind: json.literal('promote'),
    role: roleReader,
    on: ranksReader,
    optionalOn: json.optional(ranksReader),
    to: json.array(roleReader, { minLength: 1, maxLength: MAX_ROLES }),
    onlyCaptured: json.optional(json.boolean()),
  }),
  explode: json.object({ kind: json.literal('explode'), spares: rolesReader }),
  pocket: json.object({ kind: json.literal('pocket') }),
  'count-checks': json.object({
    kind: json.literal('count-checks'),
    upTo: json.integer({ min: 1, max: MAX_COUNTED_CHECKS }),
  }),
});

export const endingReader = json.tagged('kind', {
  checkmate: json.object({ kind: json.literal('checkmate') }),
  stalemate: json.object({ kind: json.literal('stalemate'), result: json.literal('draw', 'win', 'loss') }),
  extinction: json.object({
    kind: json.literal('extinction'),
    of: json.literal('royal', 'all'),
    result: json.literal('win', 'loss'),
  }),
  reach: json.object({
    kind: json.literal('reach'),
    role: roleReader,
    squares: json.array(squareReader, { minLength: 1, maxLength: 256 }),
    reply: json.optional(json.boolean()),
  }),
  'first-promotion': json.object({ kind: json.literal('first-promotion') }),
  'checks-given': json.object({
    kind: json.literal('checks-given'),
    count: json.integer({ min: 1, max: MAX_COUNTED_CHECKS }),
  }),
  repetition: json.object({ kind: json.literal('repetition') }),
  'move-count': json.object({ kind: json.literal('move-count') }),
  'insufficient-material': json.object({
    kind: json.literal('insufficient-material'),
    model: json.literal('mate', 'bare-royal', 'mate-with-drops', 'explosion', 'giveaway', 'mate-or-extinction'),
  }),
});
