import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Core } from '../../core.js';
import { NO_CREDENTIALS } from '../openapi.js';

const Status = Type.Object(
  { status: Type.String(), reason: Type.Optional(Type.String()) },
  { description: 'The state of the server.' },
);

/** Liveness and readiness checks. */
export function healthRoutes(app: FastifyInstance, { readiness }: Pick<Core, 'readiness'>): void {
  const tags = ['server'];
  const config = { isAnonymous: true, isNeverLimited: true } as const;
  app.get(
    '/healthz',
    { config, schema: { tags, summary: 'Liveness check', security: NO_CREDENTIALS, response: { 200: Status } } },
    async () => ({
      status: 'alive',
    }),
  );
  app.get(
    '/readyz',
    {
      config,
      schema: {
        tags,
        summary: 'Readiness check',
        security: NO_CREDENTIALS,
        response: { 200: Status, 503: Status },
      },
    },
    async (_request, reply) => {
      const state = readiness();
      if (!state.ready) reply.code(503);
      return state.ready ? { status: 'ready' } : { status: 'not ready', reason: state.reason };
    },
  );
}
