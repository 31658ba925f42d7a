import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { GREETING } from '../chess-game-service/routes.js';
import type { Core } from '../core.js';
import { authenticate } from './authentication.js';
import { answerErrors } from './errors.js';
import { LazyLogger } from './lazy-logger.js';
import { limitReads } from './limit-reads.js';
import { answerMalformedRequests, refuseMalformedRequests } from './malformed-requests.js';
import { countRequests, metricsRoute } from './metrics.js';
import { documentRoutes } from './openapi.js';
import { servePage } from './page.js';
import { readJson } from './read-json.js';
import { limitUnreadResponses } from './response-backpressure.js';
import { routes } from './routes/index.js';
import { safeUrl } from './safe-url.js';
import { addSecurityHeaders } from './security-headers.js';
import { acceptWebSockets } from './sockets.js';
import { compileValidator } from './validation.js';

/** Bytes of a request body, except for uploads of rulesets. */
const LARGEST_BODY = 64 * 1024;
const LONGEST_ADDRESS = 16 * 1024;

/** Builds the HTTP server: routes, hooks and limits. It does not listen yet. */
export async function openApp(core: Core) {
  const { configuration, log } = core;
  const app = fastify({
    loggerInstance: new LazyLogger(log) as FastifyBaseLogger,
    // URLs may contain join codes, so the default request log is off; `countRequests` logs the route instead.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: configuration.trustProxy,
    bodyLimit: LARGEST_BODY,
    // Every route limits its own parameters; Node refuses longer URLs.
    routerOptions: { maxParamLength: LONGEST_ADDRESS },
    rewriteUrl: ({ url = '/' }) => safeUrl(url),
    // A client that sends its request byte by byte is cut off.
    requestTimeout: 8000,
    http: { headersTimeout: 5000, connectionsCheckingInterval: 1000, requireHostHeader: false },
    clientErrorHandler: answerMalformedRequests,
    forceCloseConnections: true,
    return503OnClosing: false,
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.setValidatorCompiler(compileValidator);
  // Response schemas document the API and are checked by tests; they do not filter responses.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  app.removeContentTypeParser(['text/plain', 'application/json']);
  readJson(app, LARGEST_BODY);
  answerErrors(app);
  const counts = countRequests(app, core);
  await addSecurityHeaders(app);
  if (configuration.allowedOrigins.length > 0) {
    await app.register(cors, {
      origin: [...configuration.allowedOrigins],
      credentials: true,
      methods: ['HEAD', 'GET', 'POST', 'PUT', 'PATCH'],
    });
  }
  refuseMalformedRequests(app);
  await app.register(rateLimit, { global: false });
  limitUnreadResponses(app, core);
  await acceptWebSockets(app);
  authenticate(app, core);
  limitReads(app, core);
  // Commands without fields need no body.
  app.addHook('preValidation', (request, _, done) => {
    request.body ??= request.method === 'GET' ? undefined : {};
    done();
  });
  await documentRoutes(app);
  metricsRoute(app, counts);
  await app.register(routes(core));
  await servePage(app, GREETING, core.configuration);
  return app;
}

export type App = Awaited<ReturnType<typeof openApp>>;
