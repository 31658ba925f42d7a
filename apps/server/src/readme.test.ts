import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openServer, readConfiguration } from './index.js';

test('the example of the README starts a server and creates a guest', async () => {
  // README
  const flags = { 'http-port': '0', data: ':memory:' }; // as for `chessmith serve`
  const configuration = readConfiguration(flags, process.env);
  if (!configuration.ok) throw new Error(configuration.error.message);

  const server = await openServer(configuration.value);
  const response = await fetch(`${server.address}/api/guests`, { method: 'POST' });
  const guest = await response.json(); // { token, person: { id, name } }
  await server.close(); // finishes running requests
  // end
  expect(response.status).toBe(201);
  expect(guest).toMatchObject({ token: expect.any(String), person: { id: expect.any(String) } });
});

test('the README shows the example that is tested here', () => {
  const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const [, tested = ''] = /\/\/ README\n(.*?)\s+\/\/ end\n/s.exec(textOf('readme.test.ts')) ?? [];
  expect(textOf('../README.md')).toContain(tested.replace(/^ {2}/gm, ''));
});
