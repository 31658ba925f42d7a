import { onTestFinished } from 'vitest';
import { bySocket } from '../testing/durability/by-socket.js';
import { startTestServer } from '../testing/test-server.js';
import { comeByRest, testTransport, venueOf } from '../testing/transport-contract.js';

testTransport('REST', async () => {
  const testServer = await startTestServer();
  return { testServer, arrive: (name) => comeByRest(testServer, name) };
});

testTransport('the WebSocket', async () => {
  const testServer = await startTestServer();
  return {
    testServer,
    async arrive(name) {
      const way = bySocket(venueOf(testServer), (await testServer.guest(name)).token);
      onTestFinished(() => way.close());
      return way;
    },
  };
});
