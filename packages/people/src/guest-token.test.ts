import { err, ok } from '@chessmith/std';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatGuestToken, guestSecret, parseGuestToken } from './guest-token.js';
import type { PersonId } from './person.js';

const ANNA = '0b5a4f1c-6a3e-4f0e-9d59-0a6f6b1c2d3e' as PersonId;
const sixteenBytes = fc.uint8Array({ minLength: 16, maxLength: 16 });

test('a secret contains all of its 128 bits', () => {
  fc.assert(
    fc.property(sixteenBytes, (bytes) => {
      expect(Buffer.from(guestSecret(bytes), 'hex')).toEqual(Buffer.from(bytes));
    }),
  );
});

test('fewer than 16 bytes are refused', () => {
  expect(() => guestSecret(new Uint8Array(15))).toThrow(RangeError);
});

test('every formatted token can be parsed', () => {
  fc.assert(
    fc.property(sixteenBytes, (bytes) => {
      const token = { person: ANNA, secret: guestSecret(bytes) };
      expect(parseGuestToken(formatGuestToken(token))).toEqual(ok(token));
    }),
  );
});

test.each([
  '',
  '.',
  ANNA,
  `${ANNA}.`,
  `${ANNA}.0123456789abcdef0123456789abcde`,
  `${ANNA}.0123456789ABCDEF0123456789ABCDEF`,
  `${ANNA}.0123456789abcdef0123456789abcdef.0`,
  'anna.0123456789abcdef0123456789abcdef',
])('%j is not a token', (text) => {
  expect(parseGuestToken(text)).toEqual(err({ code: 'auth/malformed-token' }));
});
