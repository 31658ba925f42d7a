import compile from 'fast-json-stringify';
import type { Type } from 'typebox';

/** Turns a value of the schema's type into JSON. Fields that the schema does not name are left out. */
export type Serialiser<T> = (value: T) => string;

export const serialiserOf = <T>(schema: Type.TSchema): Serialiser<T> =>
  compile(withoutChecks(schema as Schema)) as Serialiser<T>;

type Schema = { readonly [keyword: string]: unknown };

/**
 * The shape of a schema without what only validates. "Or null" becomes `nullable`: the library would validate a value
 * against each part of a union to find out which one it is.
 */
function withoutChecks(schema: Schema): object {
  const [first, second, ...others] = (schema.anyOf ?? []) as Schema[];
  if (first !== undefined && second?.type === 'null' && others.length === 0)
    return { ...withoutChecks(first), nullable: true };
  switch (schema.type) {
    case 'object':
      return { type: 'object', ...fieldsOf(schema) };
    case 'array':
      return { type: 'array', items: withoutChecks(schema.items as Schema) };
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      return { type: schema.type };
    default:
      return {};
  }
}

function fieldsOf({ properties = {}, patternProperties, required, additionalProperties }: Schema): object {
  const [values] = Object.values((patternProperties ?? {}) as { readonly [pattern: string]: Schema });
  const named = Object.entries(properties as { readonly [name: string]: Schema });
  return {
    properties: Object.fromEntries(named.map(([name, field]) => [name, withoutChecks(field)])),
    ...(required === undefined ? {} : { required }),
    additionalProperties: values === undefined ? additionalProperties === true : withoutChecks(values),
  };
}
