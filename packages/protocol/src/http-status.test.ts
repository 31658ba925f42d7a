import { expect, test } from 'vitest';
import { statusOf } from './http-status.js';

test.each([
  ['game/not-found', 404],
  ['game/not-your-turn', 409],
  ['auth/required', 401],
  ['move/leaves-check', 422],
  ['quantum/path-blocked', 422],
  ['store/anything-new', 503],
  ['constructor', 422],
  ['toString/x', 422],
])('%s is answered with %d', (code, status) => {
  expect(statusOf(code)).toBe(status);
});
