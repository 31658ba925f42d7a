import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from './testing/test-server.js';

const textOf = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const MARK = '--- next ---';

/** Each `$ command` of the blocks in a language, with its continuation lines and its documented output. */
const examplesIn = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))]
    .flatMap(([, block = '']) => block.split(/^\$ /m).slice(1))
    .map((example) => {
      const lines = example.trimEnd().split('\n');
      const isMore = (line: string) => line.startsWith('>');
      const [first = '', ...rest] = lines;
      const more = rest.filter(isMore).map((line) => line.replace(/^> ?/, ''));
      return { command: [first, ...more].join('\n'), printed: rest.filter((line) => !isMore(line)).join('\n') };
    });

/** Runs the commands in one shell, with the address of a test server in place of the documented one. */
async function expectTrue(examples: ReturnType<typeof examplesIn>, server: readonly [said: string, here: string]) {
  const folder = mkdtempSync(join(tmpdir(), 'chessmith-docs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = examples
    .map(({ command }) => `${command}\necho '${MARK}'`)
    .join('\n')
    .replaceAll(...server);
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder, timeout: 280_000 });
  const outputs = stdout.split(`${MARK}\n`);
  for (const [index, { command, printed }] of examples.entries()) {
    expect(outputs[index]!.trimEnd(), command).toMatch(patternOf(printed));
  }
}

test('docs/api.md is true: a new user plays a game with curl and a WebSocket', async () => {
  const testServer = await startTestServer();
  const examples = examplesIn(textOf('docs/api.md'), 'console');
  expect(examples.length).toBeGreaterThan(10);
  await expectTrue(examples, ['http://localhost:8080', testServer.address]);
});

test('docs/quantum.md is true: a new user creates a match at the quantum port by hand', async () => {
  const { quantumAddress } = await startTestServer({ 'quantum-port': '0', 'quantum-host': '127.0.0.1' });
  const examples = examplesIn(textOf('docs/quantum.md'), 'shell-session');
  expect(examples.length).toBeGreaterThan(6);
  await expectTrue(examples, ['localhost/9000', quantumAddress!.replace(':', '/')]);
});

/** `…` matches any text. */
const patternOf = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')}$`, 's');
