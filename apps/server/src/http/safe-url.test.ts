import { expect, test } from 'vitest';
import { safeUrl } from './safe-url.js';

test.each([
  ['/g/a', '/g/a'],
  ['/g/%C3%A9?from=100%', '/g/%C3%A9?from=100%'],
  ['/g/100%', '/g/100%25'],
  ['/g/%zz/%41?from=%', '/g/%25zz/%2541?from=%'],
])('the URL %s is read as %s', (typed, taken) => {
  expect(safeUrl(typed)).toBe(taken);
});
