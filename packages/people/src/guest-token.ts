import { type Brand, err, ok, type Result } from '@chessmith/std';
import { isPersonId, type PersonId } from './person.js';

/** A guest's password: 128 random bits as 32 hexadecimal digits. Never stored, never logged. */
export type GuestSecret = Brand<string, 'GuestSecret'>;

/**
 * The stored hash of a secret, without salt, so that a secret can be looked up by its hash. That is enough for 128 random
 * bits; a password that a person chooses needs scrypt.
 */
export type SecretHash = Brand<string, 'SecretHash'>;

/** A guest's credential, sent in the cookie or as a bearer token. */
export type GuestToken = { readonly person: PersonId; readonly secret: GuestSecret };

export type TokenRefusal = { readonly code: 'auth/malformed-token' };

const SECRET_BYTES = 16;
const SECRET = /^[0-9a-f]{32}$/;

/** Formats 16 bytes from a cryptographically secure source as a secret. */
export function guestSecret(bytes: Uint8Array): GuestSecret {
  if (bytes.length !== SECRET_BYTES) throw new RangeError(`a secret needs ${SECRET_BYTES} bytes, not ${bytes.length}`);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') as GuestSecret;
}

/** `<person>.<secret>`: the server looks the person up by id and then compares the secret. */
export function formatGuestToken({ person, secret }: GuestToken): string {
  return `${person}.${secret}`;
}

/** The refusal does not repeat the text, which may be a mistyped secret. */
export function parseGuestToken(text: string): Result<GuestToken, TokenRefusal> {
  const dot = text.indexOf('.');
  const person = text.slice(0, Math.max(dot, 0));
  const secret = text.slice(dot + 1);
  if (!isPersonId(person) || !SECRET.test(secret)) return err({ code: 'auth/malformed-token' });
  return ok({ person, secret: secret as GuestSecret });
}
