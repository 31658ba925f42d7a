import { expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from './configuration.js';
import { createLog } from './log.js';
import { openServer } from './open-server.js';

test('an error is logged with its message and its cause', () => {
  const written: string[] = [];
  const log = createLog('warn', { write: (line) => void written.push(line) });
  const error = new Error('not posted', { cause: new Error('connect ECONNREFUSED') });
  log.warn({ error }, 'a message was not delivered');
  expect(JSON.parse(written[0]!)).toMatchObject({ error: { message: 'not posted: connect ECONNREFUSED' } });
});

test('no log level writes a token or a join code', async () => {
  const written: string[] = [];
  const log = createLog('trace', { write: (line) => void written.push(line) });
  const configuration = readConfiguration({ 'http-host': '127.0.0.1', 'http-port': '0', data: ':memory:' }, {});
  if (!configuration.ok) throw new Error(configuration.error.message);
  const server = await openServer(configuration.value, { log });
  onTestFinished(() => server.close());
  const api = `${server.address}/api`;
  const { token } = (await (await fetch(`${api}/guests`, { method: 'POST' })).json()) as { token: string };
  const headers = { authorization: `Bearer ${token}`, cookie: `chessmith=${token}` };
  const made = (await (await fetch(`${api}/games`, { method: 'POST', headers })).json()) as { joinCode: string };
  await fetch(`${api}/games/by-code/${made.joinCode}`, { headers });
  await fetch(`${api}/nowhere?token=${token}`, { headers });
  log.info({ token, headers, game: made }, 'logged on purpose');
  const all = written.join('');
  expect(all).toContain('GET /api/games/by-code/:code');
  expect(all).toContain('logged on purpose');
  for (const secret of [token.split('.')[1]!, made.joinCode]) expect(all).not.toContain(secret);
});
