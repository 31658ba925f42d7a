import { expect, test } from 'vitest';
import { displayName } from './names.js';

const zoe = { id: '1a2b0000-0000-4000-8000-000000000000', name: 'Zoe' };
const ZOE = { id: '3c4d0000-0000-4000-8000-000000000000', name: 'ZOE' };
const bert = { id: '5e6f0000-0000-4000-8000-000000000000', name: 'Bert' };
const nameless = { id: '77770000-0000-4000-8000-000000000000', name: null };

test.each([
  ['a name alone', zoe, [zoe, bert], null, 'Zoe'],
  ['people with the same name apart', zoe, [zoe, ZOE], null, 'Zoe #1a2b'],
  ['the other of them too', ZOE, [zoe, ZOE, bert], null, 'ZOE #3c4d'],
  ['your own name as it is', zoe, [zoe, ZOE], zoe.id, 'Zoe'],
  ['a namesake of yours apart', ZOE, [zoe, ZOE], zoe.id, 'ZOE #3c4d'],
  ['guests without a name by their ids', nameless, [nameless, zoe], null, 'Guest 7777'],
])('shows %s', (_, person, known, me, shown) => {
  expect(displayName(person, known, me)).toBe(shown);
});
