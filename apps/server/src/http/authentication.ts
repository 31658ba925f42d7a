import type { PersonId } from '@chessmith/people';
import { fastifyCookie as cookies } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from '../core.js';
import { refuse } from './errors.js';
import { isForeign } from './origin.js';

export const COOKIE = 'chessmith';
const COOKIE_AGE_S = 400 * 86_400;
const BEARER = /^Bearer +(\S+)$/i;
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated person, or null. */
    person: PersonId | null;
  }
  interface FastifyContextConfig {
    /** The route ignores credentials, since its response is the same for everyone. */
    isAnonymous?: true;
  }
}

/** Authenticates each request by `Authorization: Bearer` or by cookie, before its route runs. */
export function authenticate(app: FastifyInstance, core: Core): void {
  app.decorateRequest('person', null);
  app.addHook('onRequest', (request, reply, done) => {
    const token = request.routeOptions.config.isAnonymous ? null : tokenOf(request);
    if (token === null) return done();
    // A foreign page can make a browser send the cookie, but not a bearer token.
    if (token.by === 'cookie' && !READS.has(request.method) && isForeign(request, core.configuration)) {
      refuse(reply, {
        code: 'auth/foreign-origin',
        message: 'Requests from this origin are not allowed; the host can add it to --allowed-origins.',
      });
      return;
    }
    core.people.authenticate(token.text).then((person) => {
      if (person.ok) request.person = person.value.id;
      // Ignore a stale cookie, so that its owner can get a new one; reject an invalid bearer token.
      else if (token.by === 'bearer') return void refuse(reply, person.error);
      done();
    }, done);
  });
}

/** Returns the person, or null after it has sent the refusal. */
export function requirePerson(request: FastifyRequest, reply: FastifyReply): PersonId | null {
  if (request.person === null) {
    reply.header('www-authenticate', 'Bearer');
    refuse(reply, { code: 'auth/required', message: 'Authentication required: create a guest with POST /api/guests.' });
  }
  return request.person;
}

/**
 * Stores the guest's token as an HttpOnly cookie. With allowed origins the page may be on another site, which
 * requires `SameSite=None` and `Secure`.
 */
export function setCookie(reply: FastifyReply, token: string, { configuration }: Pick<Core, 'configuration'>): void {
  const { protocol, headers } = reply.request;
  const secure = protocol === 'https';
  const isAllowed = headers.origin !== undefined && configuration.allowedOrigins.includes(headers.origin);
  const sameSite = secure && isAllowed ? 'none' : 'lax';
  const kept = { path: '/', httpOnly: true, sameSite, secure, maxAge: COOKIE_AGE_S } as const;
  reply.header('set-cookie', cookies.serialize(COOKIE, token, kept));
}

export function tokenOf({ headers }: Pick<FastifyRequest, 'headers'>) {
  const bearer = headers.authorization === undefined ? undefined : BEARER.exec(headers.authorization)?.[1];
  if (bearer !== undefined) return { by: 'bearer', text: bearer } as const;
  const kept = headers.cookie === undefined ? undefined : cookies.parse(headers.cookie)[COOKIE];
  return kept === undefined ? null : ({ by: 'cookie', text: kept } as const);
}
