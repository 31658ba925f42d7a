import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createBacklog } from '../rate-limit/backlog.js';
import { eventLoopTurns } from '../system/serial-queue.js';
import { limitUnreadResponses } from './response-backpressure.js';

const LONGEST_SILENCE_MS = 10;

async function listen(addRoutes: (app: FastifyInstance) => void): Promise<{ app: FastifyInstance; port: number }> {
  const app = fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  limitUnreadResponses(app, { backlog: createBacklog(2 ** 30), nextTurn: eventLoopTurns() }, LONGEST_SILENCE_MS);
  addRoutes(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: (app.server.address() as AddressInfo).port };
}

test('a request that the server works on for longer than the longest silence is answered', async () => {
  const { port } = await listen((app) =>
    app.get('/slow', async ({ raw: { socket } }) => {
      for (let silences = 0; silences < 3; silences++) await once(socket, 'timeout');
      return { checked: true };
    }),
  );
  const answer = await fetch(`http://127.0.0.1:${port}/slow`);
  expect([answer.status, await answer.json()]).toEqual([200, { checked: true }]);
});

test.each([
  ['does not read its response', 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['does not send its body', 'POST /large HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx'],
])('a connection that %s is closed', async (_, request) => {
  const { app, port } = await listen((app) => {
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    app.route({ method: ['GET', 'POST'], url: '/large', handler: async () => Buffer.alloc(32 * 2 ** 20) });
  });
  const opened = once(app.server, 'connection');
  const client = connect(port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void client.destroy());
  client.pause();
  client.write(request);
  const [theirs] = (await opened) as [Socket];
  await once(theirs, 'close');
  expect(theirs.destroyed).toBe(true);
});
