import type { Service } from '@chessmith/service';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Core } from '../core.js';
import { NO_CREDENTIALS } from './openapi.js';

/** Gauges that are read when metrics are scraped. */
const GAUGES: {
  readonly [name: string]: { readonly help: string; read(service: Pick<Service, 'readiness' | 'gauges'>): number };
} = {
  chessmith_ready: {
    help: '1 while commands can be stored, like /readyz; 0 otherwise.',
    read: (service) => Number(service.readiness().ready),
  },
  chessmith_games_in_memory: {
    help: 'Games in memory: games with subscribers or running commands, and recently used ones.',
    read: (service) => service.gauges().gamesInMemory,
  },
  chessmith_subscriptions: {
    help: 'Subscriptions to the news of games, over all connections.',
    read: (service) => service.gauges().subscriptions,
  },
  chessmith_armed_deadlines: {
    help: 'Games in which a flag falls within a minute unless a player moves.',
    read: (service) => service.gauges().armedDeadlines,
  },
};

/** Counts requests by route, and registers all metrics for Prometheus. */
export function countRequests(app: FastifyInstance, core: Pick<Core, 'readiness' | 'gauges' | 'log'>): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'chessmith_' });
  // By method, route and status. Labels are built when metrics are scraped, not for every request.
  const answered = new Map<string, Map<string | undefined, Map<number, number>>>();
  new Counter({
    name: 'chessmith_http_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['route', 'status'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [method, urls] of answered)
        for (const [url, counts] of urls)
          for (const [status, count] of counts) this.inc({ route: routeOf(method, url), status }, count);
    },
  });
  const seconds = new Histogram({
    name: 'chessmith_http_request_seconds',
    help: 'Duration of requests.',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  for (const [name, { help, read }] of Object.entries(GAUGES)) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read(core));
      },
    });
  }
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { url } = request.routeOptions;
    const [status, tookMs] = [reply.statusCode, reply.elapsedTime];
    const counts = within(within(answered, method), url);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    seconds.observe(tookMs / 1000);
    if (core.log.isLevelEnabled('debug')) {
      const about = { route: routeOf(method, url), status, tookMs: Math.round(tookMs), from: request.ip };
      request.log.debug(about, 'answered');
    }
    done();
  });
  return registry;
}

export function metricsRoute(app: FastifyInstance, registry: Registry): void {
  const schema = {
    tags: ['server'],
    summary: 'Metrics in the Prometheus format',
    security: NO_CREDENTIALS,
    response: { 200: { description: 'Metrics.', content: { 'text/plain': { schema: { type: 'string' } } } } },
  };
  app.get('/metrics', { config: { isAnonymous: true }, schema }, async (_request, reply) =>
    reply
      .type(registry.contentType)
      .serializer(String)
      .send(await registry.metrics()),
  );
}

const routeOf = (method: string, url = 'unknown'): string => `${method} ${url}`;

function within<K, IK, IV>(all: Map<K, Map<IK, IV>>, key: K): Map<IK, IV> {
  const known = all.get(key);
  if (known !== undefined) return known;
  const fresh = new Map<IK, IV>();
  all.set(key, fresh);
  return fresh;
}
