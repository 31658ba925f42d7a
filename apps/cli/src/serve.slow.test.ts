import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';

// What the server does and survives is tested in apps/server/src/durability.
const COMMAND = fileURLToPath(new URL('../bin/chessmith.mjs', import.meta.url));

beforeAll(() => {
  const ready = fileURLToPath(new URL('../../../scripts/ready.mjs', import.meta.url));
  const built = spawnSync(process.execPath, [ready, 'build'], { encoding: 'utf8' });
  expect(built.status, built.stdout + built.stderr).toBe(0);
});

test('an invalid setting stops the start with a message', async () => {
  const child = spawn(process.execPath, [COMMAND, 'serve', '--http-port', 'x'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  expect(await once(child, 'close')).toEqual([2, null]);
  expect(stderr).toContain('CHESSMITH_HTTP_PORT');
});

test('a port in use stops the start with a message, even with silent logs', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const words = [
    '--http-host',
    '127.0.0.1',
    '--http-port',
    String(port),
    '--data',
    ':memory:',
    '--log-level',
    'silent',
  ];
  const child = spawn(process.execPath, [COMMAND, 'serve', ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(stderr).toMatch(new RegExp(`^chessmith serve: port ${port} is in use .*--http-port.*\\n$`));
});

test('an unknown environment variable is reported', () => {
  const words = ['serve', '--http-host', 'nowhere.invalid', '--data', ':memory:', '--log-level', 'silent'];
  const env = { ...process.env, CHESSMITH_PORT: '9000' };
  const { stderr } = spawnSync(process.execPath, [COMMAND, ...words], { encoding: 'utf8', env });
  expect(stderr).toMatch(/^chessmith serve: the environment variable CHESSMITH_PORT is not a setting/);
});

test('an unknown host name stops the start with a message', () => {
  const words = ['serve', '--http-host', 'nowhere.invalid', '--http-port', '0', '--data', ':memory:'];
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...words, '--log-level', 'silent'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    "chessmith serve: cannot resolve host 'nowhere.invalid'; check --http-host and --quantum-host.\n",
  ]);
});

test('the quantum port is printed, answers, and does not keep the server from stopping', async () => {
  const settings = [
    '--http-host',
    '127.0.0.1',
    '--http-port',
    '0',
    '--quantum-host',
    '127.0.0.1',
    '--quantum-port',
    '0',
  ];
  const child = spawn(
    process.execPath,
    [COMMAND, 'serve', ...settings, '--data', ':memory:', '--log-level', 'silent'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let port: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    port = /^Quantum chess \(TCP\) listens at 127\.0\.0\.1:(\d+)$/.exec(line)?.[1];
    if (port !== undefined) break;
  }
  const client = connect(Number(port), '127.0.0.1');
  client.write(Buffer.from('00000003616e6100', 'hex'));
  let received = '';
  while (!received.includes('has joined')) received += String((await once(client, 'data'))[0]);
  const [exit, closed] = [once(child, 'exit'), once(client, 'close')];
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  await closed;
});
