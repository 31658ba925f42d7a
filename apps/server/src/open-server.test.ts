import { openMemoryStore } from '@chessmith/store';
import { expect, test } from 'vitest';
import { readConfiguration } from './configuration.js';
import { openServer } from './open-server.js';

test('a server that cannot resume its games closes its store, so that the process can end', async () => {
  const configuration = readConfiguration({ 'http-port': '0', 'log-level': 'silent', data: ':memory:' }, {});
  if (!configuration.ok) throw new Error(configuration.error.message);
  const memory = openMemoryStore();
  let isClosed = false;
  const store = {
    ...memory,
    heartbeat: { ...memory.heartbeat, lastBeat: () => Promise.reject(new Error('cannot be read')) },
    async close() {
      isClosed = true;
    },
  };
  await expect(openServer(configuration.value, { store })).rejects.toThrow('cannot be read');
  expect(isClosed).toBe(true);
});
