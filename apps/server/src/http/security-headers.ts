import helmet from '@fastify/helmet';
import fastify, { type FastifyInstance } from 'fastify';

/** The content policy of every page: only this server's files and connections. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Adds helmet's security headers to every response, and forbids caching, since most responses are personal. Page
 * files set their own cache headers.
 */
export async function addSecurityHeaders(app: FastifyInstance): Promise<void> {
  const headers = { ...(await headersOfHelmet()), 'cache-control': 'no-store' };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** The headers are constant, so helmet computes them once at the start. */
async function headersOfHelmet(): Promise<Record<string, string>> {
  const bare = fastify();
  await bare.register(helmet, { contentSecurityPolicy: false, hsts: false });
  bare.get('/', (_request, reply) => reply.send(reply.raw.getHeaders()));
  const answer = await bare.inject('/');
  await bare.close();
  return answer.json();
}
