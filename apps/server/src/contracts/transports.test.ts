import { onTestFinished } from 'vitest';
import { socketClient } from '../testing/durability/socket-client.js';
import { startTestServer } from '../testing/test-server.js';
import { addressOf, connectByRest, testTransport } from '../testing/transport-contract.js';

testTransport('REST', async () => {
  const testServer = await startTestServer();
  return { testServer, connect: (name) => connectByRest(testServer, name) };
});

testTransport('the WebSocket', async () => {
  const testServer = await startTestServer();
  return {
    testServer,
    async connect(name) {
      const client = socketClient(addressOf(testServer), (await testServer.guest(name)).token);
      onTestFinished(() => client.close());
      return client;
    },
  };
});
