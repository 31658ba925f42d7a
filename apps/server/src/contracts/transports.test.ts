import { onTestFinished } from 'vitest';
import { bySocket } from '../testing/durability/by-socket.js';
import { startTestServer } from '../testing/test-server.js';
import { comeByRest, testTransport, venueOf } from '../testing/transport-contract.js';

testTransport('REST', async () => {
  const house = await startTestServer();
  return { house, arrive: (name) => comeByRest(house, name) };
});

testTransport('the WebSocket', async () => {
  const house = await startTestServer();
  return {
    house,
    async arrive(name) {
      const way = bySocket(venueOf(house), (await house.guest(name)).token);
      onTestFinished(() => way.close());
      return way;
    },
  };
});
