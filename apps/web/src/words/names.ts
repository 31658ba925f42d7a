import { t } from '../messages/page.js';

type Named = { readonly id: string; readonly name: string | null };

/** A person's display name. Guests may share a name; the id tells them apart, except for the reader, `me`. */
export function displayName({ id, name }: Named, known: Iterable<Named>, me: string | null): string {
  const shortId = id.slice(0, 4);
  if (name === null) return t('name.guest', { id: shortId });
  const isShared = id !== me && [...known].some((other) => other.id !== id && keyOf(other.name) === keyOf(name));
  return isShared ? t('name.namesake', { name, id: shortId }) : name;
}

/** The server treats names with the same key as the same name. */
const keyOf = (name: string | null): string | undefined => name?.normalize('NFKC').toLowerCase();
