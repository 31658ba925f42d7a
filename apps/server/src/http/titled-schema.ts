type Schema = { readonly [word: string]: unknown };

/**
 * Gives a title to every part of a schema that becomes a type of its own. Code generators name models by title;
 * without one they write `AnonymousSchema_12`. A part is named after its parent and its field, or after its `type`
 * constant.
 */
export function titled(schema: object, title: string): Schema {
  const { $ref, properties, items } = schema as Schema;
  if ($ref !== undefined) return schema as Schema;
  const unions = UNIONS.filter((word) => Array.isArray((schema as Schema)[word]));
  return {
    ...(properties !== undefined || unions.length > 0 || 'enum' in schema ? { title } : {}),
    ...schema,
    ...(properties === undefined ? {} : { properties: fieldsOf(properties as { [name: string]: object }, title) }),
    ...(typeof items === 'object' && items !== null ? { items: titled(items, `${title}Item`) } : {}),
    ...Object.fromEntries(unions.map((word) => [word, membersOf((schema as Schema)[word] as object[], title)])),
  };
}

const UNIONS = ['anyOf', 'oneOf', 'allOf'] as const;

const fieldsOf = (fields: { readonly [name: string]: object }, title: string): Schema =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, titled(field, title + capitalized(name))]));

const membersOf = (members: readonly object[], title: string): readonly Schema[] =>
  members.map((member, index) => titled(member, title + kindOf(member, index)));

function kindOf(schema: object, index: number): string {
  const { properties: { type, kind, node } = {} } = schema as {
    readonly properties?: { readonly [name: string]: Schema };
  };
  const constant = (type ?? kind ?? node)?.const;
  return typeof constant === 'string' ? capitalized(constant) : `Option${index + 1}`;
}

/** `white-to-move` as `WhiteToMove`. */
export const capitalized = (name: string): string =>
  name.replace(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
