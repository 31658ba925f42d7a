import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openHouse } from './testing/house.js';

const API = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
const MARK = '--- next ---';

/** Each `$ command`, with its continuation lines, and what the document says it prints. */
const EXAMPLES = [...API.matchAll(/```console\n(.*?)```/gs)]
  .flatMap(([, block = '']) => block.split(/^\$ /m).slice(1))
  .map((example) => {
    const lines = example.trimEnd().split('\n');
    const isMore = (line: string) => line.startsWith('>');
    const [first = '', ...rest] = lines;
    const more = rest.filter(isMore).map((line) => line.replace(/^> ?/, ''));
    return { command: [first, ...more].join('\n'), printed: rest.filter((line) => !isMore(line)).join('\n') };
  });

test('docs/api.md is true: a new user plays a game with curl and a WebSocket', async () => {
  const house = await openHouse();
  const folder = mkdtempSync(join(tmpdir(), 'chessmith-docs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = EXAMPLES.map(({ command }) => `${command}\necho '${MARK}'`)
    .join('\n')
    .replaceAll('http://localhost:8080', house.address);
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder, timeout: 60_000 });
  const outputs = stdout.split(`${MARK}\n`);
  for (const [index, { command, printed }] of EXAMPLES.entries()) {
    expect(outputs[index]!.trimEnd(), command).toMatch(wildly(printed));
  }
  expect(EXAMPLES.length).toBeGreaterThan(10);
});

/** `…` stands for anything. */
const wildly = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')}$`, 's');
