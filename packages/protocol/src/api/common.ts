import { CHECK_NAMES, END_CAUSES, NEWS_NODES, SITUATIONS } from '@chessmith/game';
import { Type } from 'typebox';

/** Rejects fields that the schema does not name. */
export const strict = { additionalProperties: false } as const;

/** A string enum whose TypeScript type knows its values. */
export const oneOf = <const T extends string>(...words: readonly T[]) =>
  Type.Unsafe<T>({ type: 'string', enum: words });

export const Color = oneOf('white', 'black');
export const GAME_ID_PATTERN = '^[1-9A-HJ-NP-Za-km-z]{12}$';
export const GameIdText = Type.String({ pattern: GAME_ID_PATTERN, description: '12 base-58 characters' });
export const PERSON_ID_PATTERN = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
export const PersonIdText = Type.String({ pattern: PERSON_ID_PATTERN });
export const InstantText = Type.String({ description: 'A UTC timestamp with milliseconds (ISO 8601).' });
export const Whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
export const Rank = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Counts from 1.' });
export const Key = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'Chosen by the client. A command that is sent again with its key takes effect once.',
});
export const Situation = oneOf(...SITUATIONS);
export const ListedSituation = oneOf(...SITUATIONS.filter((situation) => situation !== 'absent'));
export const EndCause = oneOf(...END_CAUSES);
export const Node = oneOf(...NEWS_NODES);
export const StepName = oneOf(...CHECK_NAMES);
export const Anything = Type.Unknown();

/** The schema or null. */
export const nullOr = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
/** An object with the same schema for both sides. */
export const sides = <T extends Type.TSchema>(schema: T) => Type.Object({ white: schema, black: schema });

export const Visibility = oneOf('private', 'unlisted', 'public');
