import { type Brand, err, ok, type Result } from '@chessmith/std';
import type { PersonId } from './person.js';

/** What a person is called: tidy. Guests may share a name; their ids tell them apart. */
export type PersonName = Brand<string, 'PersonName'>;

/** Two names with the same key are the same name. */
export type NameKey = Brand<string, 'NameKey'>;

export type NameRefusal =
  | { readonly code: 'people/name-too-short'; readonly min: number }
  | { readonly code: 'people/name-too-long'; readonly max: number }
  | { readonly code: 'people/name-characters' }
  | { readonly code: 'people/name-mixes-scripts' }
  | { readonly code: 'people/name-reserved' };

export const NAME_LENGTH = { min: 2, max: 24 } as const;

/** Letters and digits of any script, with single separators between them. */
const SHAPE = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[ ._'-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*$/u;
/** Marks heaped on one letter run over the neighbouring lines. */
const HEAPED_MARKS = /\p{M}{3}/u;
/** Scripts whose letters look like Latin ones: `аnna` with a Cyrillic а must not pass for `anna`. */
const LATIN = /\p{Script=Latin}/u;
const LOOKS_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;
/** Words that people would take for the server's own. `_` is the nameless guest of seed 000 and too short anyway. */
const RESERVED: ReadonlySet<string> = new Set([
  'admin',
  'administrator',
  'anonymous',
  'chessmith',
  'guest',
  'moderator',
  'server',
  'system',
]);

/** Guests without a name are shown as `Guest 1a2b`, by their ids; what looks like that is nobody's name. */
const LIKE_A_NAMELESS_GUEST = /^guest[ ._'-]?[\p{L}\p{N}]{4}$/u;

/** Reads a name as somebody typed it; what comes back is normalised. Whether it is free is the store's to say. */
export function parseName(text: string): Result<PersonName, NameRefusal> {
  // Normalising can lengthen a text, but never beyond this; a longer one is refused before it costs anything.
  if (text.length > NAME_LENGTH.max * 4) return err({ code: 'people/name-too-long', max: NAME_LENGTH.max });
  // Keyboards of telephones write the apostrophe of O’Brien so.
  const name = text.normalize('NFC').replaceAll('\u2019', "'").trim();
  const length = [...name].length;
  if (length < NAME_LENGTH.min) return err({ code: 'people/name-too-short', min: NAME_LENGTH.min });
  if (length > NAME_LENGTH.max) return err({ code: 'people/name-too-long', max: NAME_LENGTH.max });
  if (!SHAPE.test(name) || HEAPED_MARKS.test(name)) return err({ code: 'people/name-characters' });
  if (LATIN.test(name) && LOOKS_LATIN.test(name)) return err({ code: 'people/name-mixes-scripts' });
  const key = nameKey(name as PersonName);
  if (RESERVED.has(key) || LIKE_A_NAMELESS_GUEST.test(key)) return err({ code: 'people/name-reserved' });
  return ok(name as PersonName);
}

/** Names that differ only in capitals, width or ligatures have the same key. */
export function nameKey(name: PersonName): NameKey {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC') as NameKey;
}

/** A name where two people of this name meet. No name holds a `#`, so nobody can imitate another. */
export const taggedName = (name: PersonName, id: PersonId): string => `${name} #${id.slice(0, 4)}`;
