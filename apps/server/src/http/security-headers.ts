import helmet from '@fastify/helmet';
import fastify, { type FastifyInstance } from 'fastify';

/** For every page: nothing but files of this server runs in it, and it talks to nobody else. */
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
 * Every answer carries what keeps a browser from being led astray; which these are, helmet knows. None is kept on the way,
 * for most are meant for one person and one moment; files of the page say otherwise by themselves.
 */
export async function secureAnswers(app: FastifyInstance): Promise<void> {
  const headers = { ...(await headersOfHelmet()), 'cache-control': 'no-store' };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** They are the same for every answer, and working them out takes longer than looking at a game: helmet is asked once. */
async function headersOfHelmet(): Promise<Record<string, string>> {
  const bare = fastify();
  await bare.register(helmet, { contentSecurityPolicy: false, hsts: false });
  bare.get('/', (_request, reply) => reply.send(reply.raw.getHeaders()));
  const answer = await bare.inject('/');
  await bare.close();
  return answer.json();
}
