import { type Brand, err, ok, type Result } from '@chessmith/std';
import { isPersonId, type PersonId } from './person.js';

/** What a guest proves to be themselves with: 128 bits of chance, in 32 hexadecimal digits. Never stored, never logged. */
export type GuestSecret = Brand<string, 'GuestSecret'>;

/**
 * What is stored of a secret: one way and without salt, so that a secret can be looked up by its hash. That is enough for
 * secrets of 128 random bits, which nobody can guess; a password that a person chose needs scrypt.
 */
export type SecretHash = Brand<string, 'SecretHash'>;

/** A guest's whole credential, as it stands in the cookie or after `Bearer`. */
export type GuestToken = { readonly person: PersonId; readonly secret: GuestSecret };

export type TokenRefusal = { readonly code: 'auth/malformed-token' };

const SECRET_BYTES = 16;
const SECRET = /^[0-9a-f]{32}$/;

/** The secret made of 16 bytes from a source that nobody can predict. */
export function guestSecret(bytes: Uint8Array): GuestSecret {
  if (bytes.length !== SECRET_BYTES) throw new RangeError(`a secret has ${SECRET_BYTES} bytes, not ${bytes.length}`);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') as GuestSecret;
}

/** `<person>.<secret>`: the person can be looked up and the secret compared, without a search over all secrets. */
export function formatGuestToken({ person, secret }: GuestToken): string {
  return `${person}.${secret}`;
}

/** The refusal does not repeat the text, which may be somebody's secret with a typing error. */
export function parseGuestToken(text: string): Result<GuestToken, TokenRefusal> {
  const dot = text.indexOf('.');
  const person = text.slice(0, Math.max(dot, 0));
  const secret = text.slice(dot + 1);
  if (!isPersonId(person) || !SECRET.test(secret)) return err({ code: 'auth/malformed-token' });
  return ok({ person, secret: secret as GuestSecret });
}
