import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { imageKeptIn, keepImages } from './kept-image.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chessmith-images-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const first = { bytes: Uint8Array.of(1, 2, 3), stackPointer: 7 };
const second = { bytes: Uint8Array.of(4), stackPointer: 8 };
const makeSecond = async () => second;

test('what was kept is not made again', async () => {
  const keeping = { folder, build: 'one' };
  await keepImages({ python: async () => first }, keeping);
  await keepImages({ python: makeSecond }, keeping);
  expect(await imageKeptIn(keeping, 'python', makeSecond)).toEqual(first);
});

test('what was not kept is made', async () => {
  await keepImages({ python: async () => first }, { folder, build: 'one' });
  expect(await imageKeptIn({ folder, build: 'one' }, 'prolog', makeSecond)).toBe(second);
});

test.each([0, 5])('of what was kept only %i bytes are left after a crash: it is made again', async (bytes) => {
  const keeping = { folder, build: 'one' };
  await keepImages({ python: async () => first }, keeping);
  truncateSync(join(folder, readdirSync(folder)[0]!), bytes);
  expect(await imageKeptIn(keeping, 'python', makeSecond)).toBe(second);
});

test('another build does not use it, and keeps its own instead', async () => {
  await keepImages({ python: async () => first }, { folder, build: 'one' });
  const other = { folder, build: 'two' };
  expect(await imageKeptIn(other, 'python', makeSecond)).toBe(second);
  await keepImages({ python: makeSecond }, other);
  expect(await imageKeptIn(other, 'python', async () => first)).toEqual(second);
  expect(readdirSync(folder)).toHaveLength(1);
});
