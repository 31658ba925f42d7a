import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { LTS_NODE, ltsNode } from './lts-node.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

beforeAll(() => {
  const built = spawnSync(process.execPath, [join(ROOT, 'scripts', 'ready.mjs'), 'build'], { encoding: 'utf8' });
  expect(built.status, built.stdout + built.stderr).toBe(0);
});

test('the image and the docs use one long-term support release', () => {
  const [major] = LTS_NODE.split('.');
  expect([...read('Dockerfile').matchAll(/^FROM node:(\d+)-/gm)].map(([, version]) => version)).toEqual([major, major]);
  for (const file of ['README.md', 'docs/deploy.md'])
    expect(read(file)).toContain(`[Node](https://nodejs.org) ${major}`);
});

test('the build serves games and scripts on that release, and loads no native module with --data :memory:', async (context) => {
  const node = ltsNode();
  if ('why' in node) {
    if (process.env.CI) throw new Error(node.why);
    return context.skip(node.why);
  }
  const flags = ['--data', ':memory:', '--http-host', '127.0.0.1', '--http-port', '0', '--log-level', 'error'];
  const server = spawn(node.path, [join(ROOT, 'apps/cli/bin/chessmith.mjs'), 'serve', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  const [line] = await once(createInterface({ input: server.stdout }), 'line');
  const address = /http\S+/.exec(line)![0];
  const post = async (path: string, body: object, token?: string): Promise<{ readonly [name: string]: string }> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(`${address}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as { readonly [name: string]: string };
    // The build keeps no interpreter images for this release, so starting interpreters can take long on a busy machine.
    if (answer.code === 'sandbox/busy') return post(path, body, token);
    expect(response.ok, JSON.stringify(answer)).toBe(true);
    return answer;
  };

  const [anna, bert] = [(await post('/guests', {})).token!, (await post('/guests', {})).token!];
  const game = (await post('/games', { side: 'white' }, anna)).game!;
  await post(`/games/${game}/join`, {}, bert);
  await post(`/games/${game}/move`, { move: 'e4' }, anna);
  expect(await playBySocket(address, bert, game, 'e5')).toMatchObject({ ply: 2 });

  for (const [format, file] of Object.entries({ python: 'breakthrough.py', typescript: 'archers.ts' })) {
    const { id: ruleset } = await post('/rulesets', { format, file, source: read(`examples/${file}`) }, anna);
    expect(await post('/games', { ruleset, hotSeat: true, side: 'both' }, anna)).toMatchObject({
      situation: 'running',
    });
  }

  const maps = `/proc/${server.pid}/maps`;
  if (existsSync(maps)) expect(readFileSync(maps, 'utf8')).not.toContain('better_sqlite3');
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
});

/** Plays a move over WebSocket and returns the server's answer. */
async function playBySocket(address: string, token: string, game: string, move: string): Promise<unknown> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/socket`);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'authenticate', key: 'me', token }));
  socket.send(JSON.stringify({ type: 'command', key: 'move', game, command: { type: 'PlayMove', move } }));
  const answer = await new Promise((resolve) => {
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data));
      if (frame.key === 'move') resolve(frame.result ?? frame);
    });
  });
  socket.close();
  return answer;
}
