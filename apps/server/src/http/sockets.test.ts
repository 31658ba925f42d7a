import type { IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { startTestServer } from '../testing/test-server.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

test.each(['/api/socket', '/game/connect/ours/websocket'])(
  'a WebSocket at %s does not keep its HTTP request in memory',
  async (path) => {
    const testServer = await startTestServer();
    const requests: WeakRef<IncomingMessage>[] = [];
    testServer.app.server.on('upgrade', (request: IncomingMessage) => requests.push(new WeakRef(request)));
    await (await testServer.guest()).post('/api/games', { alias: 'ours' });
    const { connection } = await testServer.socket(path);
    expect(requests).toHaveLength(1);
    await expect
      .poll(() => {
        collect();
        return requests[0]!.deref();
      })
      .toBeUndefined();
    expect(connection.readyState).toBe(connection.OPEN);
  },
);
