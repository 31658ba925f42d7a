import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder } from '../testing/folders.js';
import { holdFolder } from './hold.js';

test('a folder is held by one at a time, and free again afterwards', async () => {
  await inFolder(async (folder) => {
    const data = join(folder, 'data');
    const first = holdFolder(data);
    expect(() => holdFolder(data)).toThrow(/another server uses it/);
    expect(() => holdFolder(data)).toThrow(expect.objectContaining({ code: 'store/unavailable' }));
    first.release();
    holdFolder(data).release();
    expect(readdirSync(data)).toEqual(['chessmith.lock']);
  });
});

test('a folder that cannot be made is refused with the reason', async () => {
  await inFolder(async (folder) => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => holdFolder(join(folder, 'file', 'data'))).toThrow(/cannot be used: .*ENOTDIR/);
  });
});
