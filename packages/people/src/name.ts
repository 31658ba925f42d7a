import { type Brand, err, ok, type Result } from '@chessmith/std';
import type { PersonId } from './person.js';

/** A valid, normalised display name. Guests may share a name; their ids distinguish them. */
export type PersonName = Brand<string, 'PersonName'>;

/** For comparing names: equal keys mean the same name. */
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
/** Many combining marks on one letter overlap the neighbouring lines. */
const STACKED_MARKS = /\p{M}{3}/u;
/** Scripts with letters that look Latin: `аnna` with a Cyrillic а must not imitate `anna`. */
const LATIN = /\p{Script=Latin}/u;
const LOOKS_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;
/**
 * Names that users would mistake for the server or its staff. `_`, the guest without a name in the Chess Game Service API, is
 * too short anyway.
 */
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

/** Guests without a name are displayed as `Guest 1a2b`, after their ids; real names must not look like that. */
const DEFAULT_GUEST_NAME = /^guest[ ._'-]?[\p{L}\p{N}]{4}$/u;

/** Validates and normalises a typed name. The store decides whether it is free. */
export function parseName(text: string): Result<PersonName, NameRefusal> {
  // Refuses very long texts before normalising them costs time.
  if (text.length > NAME_LENGTH.max * 4) return err({ code: 'people/name-too-long', max: NAME_LENGTH.max });
  // Phone keyboards type this apostrophe, as in O’Brien.
  const name = text.normalize('NFC').replaceAll('\u2019', "'").trim();
  const length = [...name].length;
  if (length < NAME_LENGTH.min) return err({ code: 'people/name-too-short', min: NAME_LENGTH.min });
  if (length > NAME_LENGTH.max) return err({ code: 'people/name-too-long', max: NAME_LENGTH.max });
  if (!SHAPE.test(name) || STACKED_MARKS.test(name)) return err({ code: 'people/name-characters' });
  if (LATIN.test(name) && LOOKS_LATIN.test(name)) return err({ code: 'people/name-mixes-scripts' });
  const key = nameKey(name as PersonName);
  if (RESERVED.has(key) || DEFAULT_GUEST_NAME.test(key)) return err({ code: 'people/name-reserved' });
  return ok(name as PersonName);
}

/** Names that differ only in case, character width or ligatures have the same key. */
export function nameKey(name: PersonName): NameKey {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC') as NameKey;
}

/** The display name where several people share it. Names contain no `#`, so no name imitates a tag. */
export const taggedName = (name: PersonName, id: PersonId): string => `${name} #${id.slice(0, 4)}`;
