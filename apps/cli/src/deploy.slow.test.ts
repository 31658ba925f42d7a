import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SERVER_FLAGS } from '@chessmith/server';
import { beforeAll, expect, test } from 'vitest';
import { ROOT, shell } from './testing/installing.js';
import { emptyFolder } from './testing/serving.js';

const TEXT = readFileSync(join(ROOT, 'docs', 'deploy.md'), 'utf8');
const MARK = '--- next ---';

beforeAll(() => shell('node scripts/ready.mjs build', ROOT));

/** Each `$ command` of the console blocks, with its documented output. */
const EXAMPLES = [...TEXT.matchAll(/```console\n(.*?)```/gs)]
  .flatMap(([, block = '']) => block.split(/^\$ /m).slice(1))
  .map((example) => {
    const [command = '', ...printed] = example.trimEnd().split('\n');
    return { command, printed: printed.join('\n') };
  });

test('the examples of docs/deploy.md serve, verify, back up and restore a demo', async () => {
  const folder = emptyFolder();
  // Stands for `npx chessmith` in a folder where the archive is installed.
  mkdirSync(join(folder, 'bin'));
  const command = `exec '${process.execPath}' '${join(ROOT, 'apps/cli/bin/chessmith.mjs')}' "\${@:2}"`;
  writeFileSync(join(folder, 'bin', 'npx'), `#!/bin/bash\n${command}\n`, { mode: 0o755 });
  const port = await freePort();
  const script = EXAMPLES.map(({ command }) => `${command}\necho '${MARK}'`)
    .join('\n')
    .replaceAll('localhost:8080', `localhost:${port}`);
  const { stdout } = await promisify(execFile)('bash', ['-c', `trap 'kill $(jobs -p)' EXIT\nexec 2>&1\n${script}`], {
    cwd: folder,
    env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, CHESSMITH_HTTP_PORT: String(port) },
    timeout: 240_000,
  });
  const outputs = stdout.split(`${MARK}\n`);
  for (const [index, { command, printed }] of EXAMPLES.entries()) {
    expect(withoutProgress(outputs[index] ?? ''), command).toMatch(wildly(printed));
  }
  expect(EXAMPLES.length).toBeGreaterThan(15);
});

const withoutProgress = (text: string): string =>
  text.replace(/^(?:.* so far|\d+ of \d+ games|\d+% copied|\[\d+\].*)\n/gm, '').trimEnd();

/** `…` matches anything. */
const wildly = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')}$`, 's');

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

test.each(Object.keys(SERVER_FLAGS))('the table of settings has --%s', (flag) => {
  const variable = `CHESSMITH_${flag.replaceAll('-', '_').toUpperCase()}`;
  expect(TEXT).toContain(`| \`--${flag}\` | \`${variable}\` |`);
});

test('systemd accepts the unit', ({ skip }) => {
  skip(spawnSync('systemd-analyze', ['--version']).status !== 0, 'there is no systemd-analyze here');
  const unit = /```ini\n(.*?)```/s.exec(TEXT)![1]!;
  const file = join(emptyFolder(), 'chessmith.service');
  // The program of the unit is not installed on this machine.
  writeFileSync(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.includes('chessmith.service'))).toEqual([]);
});
