import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cachedImageIn, keepImages } from './image-cache.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chessmith-images-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const first = { bytes: Uint8Array.of(1, 2, 3), stackPointer: 7 };
const second = { bytes: Uint8Array.of(4), stackPointer: 8 };
const makeSecond = async () => second;

test('a stored image is not made again', async () => {
  const store = { folder, build: 'one' };
  await keepImages({ python: async () => first }, store);
  await keepImages({ python: makeSecond }, store);
  expect(await cachedImageIn(store, 'python', makeSecond)).toEqual(first);
});

test('a missing image is made', async () => {
  await keepImages({ python: async () => first }, { folder, build: 'one' });
  expect(await cachedImageIn({ folder, build: 'one' }, 'prolog', makeSecond)).toBe(second);
});

test.each([0, 5])('an image of which a crash left %i bytes is made again', async (bytes) => {
  const store = { folder, build: 'one' };
  await keepImages({ python: async () => first }, store);
  truncateSync(join(folder, readdirSync(folder)[0]!), bytes);
  expect(await cachedImageIn(store, 'python', makeSecond)).toBe(second);
});

test('another build does not use it, and stores its own instead', async () => {
  await keepImages({ python: async () => first }, { folder, build: 'one' });
  const other = { folder, build: 'two' };
  expect(await cachedImageIn(other, 'python', makeSecond)).toBe(second);
  await keepImages({ python: makeSecond }, other);
  expect(await cachedImageIn(other, 'python', async () => first)).toEqual(second);
  expect(readdirSync(folder)).toHaveLength(1);
});
