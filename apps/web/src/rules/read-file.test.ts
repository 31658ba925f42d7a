import { expect, test } from 'vitest';
import { readRulesFile } from './read-file.js';

const read = (name: string, content: BlobPart) => readRulesFile(new File([content], name));

test('the format of a file comes from its name, or else from its text', async () => {
  expect(await read('war.py', 'x = 1\r\ny = 2\r\n')).toEqual({
    ok: true,
    value: { source: 'x = 1\ny = 2\n', format: 'python' },
  });
  expect(await read('war.txt', 'def make_move(a):\n    pass')).toMatchObject({ value: { format: 'python' } });
});

test.each([
  ['large.py', 'x'.repeat(2 ** 20 + 1), /1\.0 MB/],
  ['latin.py', new Uint8Array([0x23, 0xe4]), /UTF-8/],
  ['program.py', 'a\0b', /not a text/],
])('%s is refused', async (name, content, why) => {
  expect(await read(name, content)).toEqual({ ok: false, error: expect.stringMatching(why) });
});
