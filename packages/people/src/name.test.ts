import { err, ok } from '@chessmith/std';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameKey, type PersonName, parseName } from './name.js';

test.each([
  'Anna',
  'chessrobot9000',
  'franky g',
  "O'Brien",
  'Jean-Paul',
  '李明',
  'Émilie',
  'अनुराधा',
  'Jo',
  'a'.repeat(24),
])('%s is a valid name', (name) => {
  expect(parseName(name)).toEqual(ok(name));
});

test.each([
  ['', 'people/name-too-short'],
  ['_', 'people/name-too-short'],
  ['a', 'people/name-too-short'],
  ['a'.repeat(25), 'people/name-too-long'],
  ['a'.repeat(100_000), 'people/name-too-long'],
  ['a/b', 'people/name-characters'],
  ['<b>Anna</b>', 'people/name-characters'],
  ['Anna\nAdmin', 'people/name-characters'],
  ['Anna\u202Eanna', 'people/name-characters'],
  ['Anna  Maria', 'people/name-characters'],
  ['-Anna', 'people/name-characters'],
  ['Anna.', 'people/name-characters'],
  ['Z\u0334\u0335\u0336algo', 'people/name-characters'],
  ['\u0430nna', 'people/name-mixes-scripts'],
  ['Admin', 'people/name-reserved'],
  ['\uFF21dmin', 'people/name-reserved'],
  ['Guest 1234', 'people/name-reserved'],
  ['guest-1A2b', 'people/name-reserved'],
  ['GUEST0O1l', 'people/name-reserved'],
])('%j is refused: %s', (name, code) => {
  expect(parseName(name)).toEqual(err(expect.objectContaining({ code })));
});

test.each([
  ['Anna', 'ANNA'],
  ['Émilie', 'e\u0301milie'],
  ['\uFF21nna', 'anna'],
])('%s and %s are the same name', (one, other) => {
  expect(nameKey(one as PersonName)).toBe(nameKey(other as PersonName));
});

test('spaces around a name are removed', () => {
  expect(parseName('  Anna Maria ')).toEqual(ok('Anna Maria'));
  expect(parseName(' a ')).toEqual(err({ code: 'people/name-too-short', min: 2 }));
});

test('the typographic apostrophe of phone keyboards becomes a plain one', () => {
  expect(parseName('Zoë O\u2019Hara')).toEqual(ok("Zoë O'Hara"));
});

test('a parsed name is unchanged when it is parsed again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
      const name = parseName(text);
      if (name.ok) expect(parseName(name.value)).toEqual(name);
    }),
  );
});
