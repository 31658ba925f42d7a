/** Replaces parts that have a name (`$id`) by references. */
export function named(schema: object, refer: (id: string) => string): object {
  const { $id } = schema as { readonly $id?: string };
  const write = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(write);
    if (typeof value !== 'object' || value === null) return value;
    const id = (value as { readonly $id?: string }).$id;
    if (id !== undefined && id !== $id) return { $ref: refer(id) };
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, write(field)]));
  };
  return write(schema) as object;
}
