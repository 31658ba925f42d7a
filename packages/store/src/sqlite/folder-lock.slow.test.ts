import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withTempFolder } from '../testing/folders.js';
import { lockFolder } from './folder-lock.js';

test('one process locks a folder at a time, and a released folder can be locked again', async () => {
  await withTempFolder(async (folder) => {
    const data = join(folder, 'data');
    const first = lockFolder(data);
    expect(() => lockFolder(data)).toThrow(/another server uses it/);
    expect(() => lockFolder(data)).toThrow(expect.objectContaining({ code: 'store/unavailable' }));
    first.release();
    lockFolder(data).release();
    expect(readdirSync(data)).toEqual(['chessmith.lock']);
  });
});

test('a folder that cannot be created is refused with the reason', async () => {
  await withTempFolder(async (folder) => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => lockFolder(join(folder, 'file', 'data'))).toThrow(/cannot be used: .*ENOTDIR/);
  });
});
