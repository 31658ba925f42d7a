type Named = { readonly id: string; readonly name: string | null };

/** How somebody is called. Guests may share a name; their ids tell them apart, except from the reader, `me`. */
export function nameShown({ id, name }: Named, known: Iterable<Named>, me: string | null): string {
  if (name === null) return `Guest ${id.slice(0, 4)}`;
  const isShared = id !== me && [...known].some((other) => other.id !== id && keyOf(other.name) === keyOf(name));
  return isShared ? `${name} #${id.slice(0, 4)}` : name;
}

/** The server takes names that differ in this only for the same. */
const keyOf = (name: string | null): string | undefined => name?.normalize('NFKC').toLowerCase();
