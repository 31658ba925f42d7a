import { api } from '@chessmith/protocol';
import { Settings } from 'typebox/system';

/** A schema error of TypeBox or Fastify. */
export type SchemaError = {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: object;
  readonly message?: string;
};

/** Where the problem is, and what would be valid. The value is left out: it may be a secret. */
export type ValidationProblem = {
  readonly path: string;
  readonly reason: string;
  readonly fields?: readonly string[];
  readonly allowed?: readonly string[];
};

/** Descriptions of patterns, which mean nothing to people. */
const SHAPES: { readonly [pattern: string]: string } = {
  [api.GAME_ID_PATTERN]: 'must be the id of a game, which has 12 letters and digits',
  [api.PERSON_ID_PATTERN]: 'must be the id of a person, a UUID in small letters',
};

// The default of eight errors would all go to the wrong members of a large union.
Settings.Set({ maxErrors: 200 });

/** Chooses the error that the caller should fix first. */
export function validationMessage(errors: readonly SchemaError[]): ValidationProblem {
  const [first, ...others] = errorsOfIntendedMember(
    errors.filter(({ keyword }) => keyword !== 'boolean' && keyword !== 'anyOf'),
  );
  if (first === undefined) return { path: '', reason: 'does not match the schema' };
  const { instancePath: path, keyword, params, message = 'does not match the schema' } = first;
  const alike = [first, ...others.filter((other) => other.instancePath === path && other.keyword === keyword)];
  const details = params as { [name: string]: unknown };
  if (keyword === 'additionalProperties') {
    const fields = details.additionalProperties as readonly string[];
    return { path, reason: `has no field ${fields.join(', ')}`, fields };
  }
  if (keyword === 'required') {
    const fields = details.requiredProperties as readonly string[];
    return { path, reason: `lacks ${fields.join(', ')}`, fields };
  }
  if (keyword === 'enum' || keyword === 'const') {
    const allowed = alike.flatMap(({ params }) => Object.values(params).flat().map(String));
    return { path, reason: `must be ${allowed.length > 1 ? 'one of ' : ''}${allowed.join(', ')}`, allowed };
  }
  if (keyword === 'pattern') return { path, reason: SHAPES[String(details.pattern)] ?? message };
  if (keyword === 'type') return { path, reason: `must be ${[...new Set(alike.map(typeOf))].join(' or ')}` };
  return { path, reason: message };
}

/**
 * Keeps the errors of the union member that was meant, found by its constant field (`kind`, `type`). If no constant
 * matches, keeps the errors of the constants.
 */
function errorsOfIntendedMember(errors: readonly SchemaError[], depth = 0): readonly SchemaError[] {
  const union = errors.map(({ schemaPath }) => unionOf(schemaPath, depth)).find((path) => path !== undefined);
  if (union === undefined) return errors;
  const inside = errors.filter(({ schemaPath }) => schemaPath.startsWith(union));
  const kindOf = ({ schemaPath }: SchemaError) => schemaPath.slice(union.length).split('/')[0]!;
  const isConstantError = (one: SchemaError) =>
    one.keyword === 'const' && /^\d+\/properties\/[^/]+$/.test(one.schemaPath.slice(union.length));
  const excluded = new Set(inside.filter(isConstantError).map(kindOf));
  const left = inside.filter((one) => !excluded.has(kindOf(one)));
  return left.length > 0 ? errorsOfIntendedMember(left, depth + 1) : inside.filter(isConstantError);
}

/** The schema path up to and including its nth `anyOf/`. */
function unionOf(schemaPath: string, nth: number): string | undefined {
  const parts = schemaPath.split('/anyOf/');
  return parts.length > nth + 1 ? `${parts.slice(0, nth + 1).join('/anyOf/')}/anyOf/` : undefined;
}

const typeOf = ({ params }: SchemaError): string => String((params as { type?: unknown }).type);
