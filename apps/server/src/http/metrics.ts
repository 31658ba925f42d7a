import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Core } from '../core.js';

/** Counts requests by route, and serves all counts in the words of Prometheus. */
export function countRequests(app: FastifyInstance, { service }: Core): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'chessmith_' });
  const requests = new Counter({
    name: 'chessmith_http_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['route', 'status'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'chessmith_http_request_seconds',
    help: 'How long answers took.',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  for (const name of Object.keys(service.gauges()) as (keyof ReturnType<typeof service.gauges>)[]) {
    new Gauge({
      name: `chessmith_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
      help: `The service's own count of ${name}.`,
      registers: [registry],
      collect() {
        this.set(service.gauges()[name]);
      },
    });
  }
  app.addHook('onResponse', (request, reply, done) => {
    const route = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
    requests.inc({ route, status: reply.statusCode });
    seconds.observe(reply.elapsedTime / 1000);
    const tookMs = Math.round(reply.elapsedTime);
    request.log.debug({ route, status: reply.statusCode, tookMs, from: request.ip }, 'answered');
    done();
  });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    reply.type(registry.contentType);
    return registry.metrics();
  });
}
