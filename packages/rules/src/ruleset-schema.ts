import { MAX_FILES, MAX_RANKS } from './geometry.js';
import type { Json } from './json.js';
import { FILE, MAX_GROUP_DEPTH, MAX_MOVEMENTS, MAX_PATHS, MAX_STEP, MAX_STEPS, ROLE, SQUARE } from './read-movement.js';
import { LETTER, MAX_COUNTED_CHECKS, MAX_ROLES } from './read-rule.js';
import { MAX_NAME, MAX_RULES, MAX_START, MAX_SUMMARY, MAX_TITLE, NAME, ONE_LINE, START } from './read-ruleset.js';
import { MAX_LINE, MAX_LINES, MAX_PATH, MAX_THEORIES, PROLOG_LINE, THEORY_NAME } from './theories/read-theory.js';

type Schema = { readonly [keyword: string]: Json };

const text = (pattern: RegExp, maxLength?: number): Schema => ({
  type: 'string',
  pattern: pattern.source,
  ...(maxLength === undefined ? {} : { maxLength }),
});

const integer = (minimum: number, maximum: number): Schema => ({ type: 'integer', minimum, maximum });

const list = (items: Schema, minItems: number, maxItems: number): Schema => ({
  type: 'array',
  items,
  minItems,
  maxItems,
});

/** An object with exactly these fields; a name ending in `?` is optional. */
const fields = (properties: { readonly [name: string]: Schema }): Schema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name.replace('?', ''), schema])),
  required: Object.keys(properties).filter((name) => !name.endsWith('?')),
  additionalProperties: false,
});

const kind = (name: string, properties: { readonly [name: string]: Schema } = {}): Schema =>
  fields({ kind: { const: name }, ...properties });

const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

const BOOLEAN: Schema = { type: 'boolean' };

const modifiers = {
  'onto?': { enum: ['free', 'empty', 'enemy', 'ally', 'any'] },
  'from?': ref('ranks'),
  'unmoved?': BOOLEAN,
  'safe?': BOOLEAN,
};

const single: readonly Schema[] = [
  kind('slide', { along: ref('steps'), 'upTo?': integer(1, MAX_STEP), ...modifiers }),
  kind('leap', { to: ref('steps'), ...modifiers }),
  kind('double-step', { along: ref('steps'), ...modifiers }),
  kind('en-passant', { to: ref('steps') }),
  kind('castle', {
    partner: ref('role'),
    sides: list(fields({ side: { enum: ['king', 'queen'] }, to: ref('file'), partnerTo: ref('file') }), 1, 2),
  }),
  kind('drop', { 'ranks?': ref('ranks') }),
  kind('table', { shape: { enum: ['rays', 'leaps'] }, white: ref('table'), black: ref('table'), ...modifiers }),
  kind('theory', {
    by: { oneOf: [ref('theoryNames'), fields({ white: ref('theoryNames'), black: ref('theoryNames') })] },
    ...modifiers,
  }),
];

/** Movements by remaining group depth: `movement` contains groups of `movement2`, down to `movement0`. */
const movementDefs: { readonly [name: string]: Schema } = Object.fromEntries(
  Array.from({ length: MAX_GROUP_DEPTH + 1 }, (_, depth) => {
    const group = kind('group', { of: list(ref(`movement${depth - 1}`), 1, MAX_MOVEMENTS) });
    return [
      depth === MAX_GROUP_DEPTH ? 'movement' : `movement${depth}`,
      { oneOf: depth === 0 ? single : [...single, group] },
    ];
  }),
);

/**
 * The shape that `readDraft` accepts, as JSON Schema (draft 2020-12), for editors and other languages. Consistency
 * between the parts is checked by the reader only.
 */
export const rulesetSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A chess ruleset',
  ...fields({
    name: text(NAME, MAX_NAME),
    title: text(ONE_LINE, MAX_TITLE),
    summary: text(ONE_LINE, MAX_SUMMARY),
    board: fields({ files: integer(2, MAX_FILES), ranks: integer(2, MAX_RANKS), 'fixed?': { type: 'boolean' } }),
    pieces: {
      type: 'object',
      propertyNames: ref('role'),
      additionalProperties: ref('piece'),
      minProperties: 1,
      maxProperties: MAX_ROLES,
    },
    'theories?': {
      type: 'object',
      propertyNames: ref('theoryName'),
      additionalProperties: ref('theory'),
      maxProperties: MAX_THEORIES,
    },
    start: { oneOf: [text(START, MAX_START), fields({ shuffled: { const: 'chess960' }, default: integer(0, 959) })] },
    restrictions: list({ oneOf: [kind('no-self-check'), kind('no-check'), kind('must-capture')] }, 0, MAX_RULES),
    effects: list(ref('effect'), 0, MAX_RULES),
    endings: list(ref('ending'), 0, MAX_RULES),
  }),
  $defs: {
    role: text(ROLE),
    square: text(SQUARE),
    file: text(FILE),
    ranks: list(integer(1, MAX_RANKS), 1, MAX_RANKS),
    step: { ...list(integer(-MAX_STEP, MAX_STEP), 2, 2), not: { const: [0, 0] } },
    steps: list(ref('step'), 1, MAX_STEPS),
    table: {
      type: 'object',
      propertyNames: ref('square'),
      additionalProperties: list(list(ref('square'), 1, MAX_PATH), 0, MAX_PATHS),
    },
    theoryName: text(THEORY_NAME),
    theoryNames: list(ref('theoryName'), 1, MAX_THEORIES),
    theory: fields({ shape: { enum: ['rays', 'leaps'] }, prolog: list(text(PROLOG_LINE, MAX_LINE), 1, MAX_LINES) }),
    ...movementDefs,
    piece: fields({
      letter: text(LETTER),
      movements: list(ref('movement'), 0, MAX_MOVEMENTS),
      'royal?': BOOLEAN,
      'pawn?': BOOLEAN,
    }),
    effect: {
      oneOf: [
        kind('promote', {
          role: ref('role'),
          on: ref('ranks'),
          'optionalOn?': ref('ranks'),
          to: list(ref('role'), 1, MAX_ROLES),
          'onlyCaptured?': BOOLEAN,
        }),
        kind('explode', { spares: list(ref('role'), 0, MAX_ROLES) }),
        kind('pocket'),
        kind('count-checks', { upTo: integer(1, MAX_COUNTED_CHECKS) }),
      ],
    },
    ending: {
      oneOf: [
        kind('checkmate'),
        kind('stalemate', { result: { enum: ['draw', 'win', 'loss'] } }),
        kind('extinction', { of: { enum: ['royal', 'all'] }, result: { enum: ['win', 'loss'] } }),
        kind('reach', { role: ref('role'), squares: list(ref('square'), 1, 256), 'reply?': BOOLEAN }),
        kind('first-promotion'),
        kind('checks-given', { count: integer(1, MAX_COUNTED_CHECKS) }),
        kind('repetition'),
        kind('move-count'),
        kind('insufficient-material', {
          model: { enum: ['mate', 'bare-royal', 'mate-with-drops', 'explosion', 'giveaway', 'mate-or-extinction'] },
        }),
      ],
    },
  },
};
