import type { FastifyInstance } from 'fastify';
import type { Core } from '../../core.js';

/** Whether the process lives, and whether it can do its work. */
export function healthRoutes(app: FastifyInstance, { service }: Core): void {
  const schema = { hide: true };
  app.get('/healthz', { schema }, async () => ({ status: 'alive' }));
  app.get('/readyz', { schema }, async (_request, reply) => {
    const readiness = service.readiness();
    if (!readiness.ready) reply.code(503);
    return readiness.ready ? { status: 'ready' } : { status: 'not ready', reason: readiness.reason };
  });
}
