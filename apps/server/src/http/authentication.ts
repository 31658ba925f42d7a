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
    /** Who asks; null for somebody unknown. */
    person: PersonId | null;
  }
  interface FastifyContextConfig {
    /** The answer is the same for everyone, so nobody is asked who they are. */
    isAnonymous?: true;
  }
}

/** Finds out who asks, by `Authorization: Bearer` or by cookie, before any route runs. */
export function authenticate(app: FastifyInstance, core: Core): void {
  app.decorateRequest('person', null);
  app.addHook('onRequest', (request, reply, done) => {
    const token = request.routeOptions.config.isAnonymous ? null : tokenOf(request);
    if (token === null) return done();
    // A foreign page could make a browser send its cookie along; it cannot make it send a bearer token.
    if (token.by === 'cookie' && !READS.has(request.method) && isForeign(request, core.configuration)) {
      refuse(reply, { code: 'auth/foreign-origin', message: 'This page may not act for you here.' });
      return;
    }
    core.service.authenticate(token.text).then((person) => {
      if (person.ok) request.person = person.value.id;
      // An old cookie must not lock its owner out of asking for a new one; a token that was sent on purpose is told.
      else if (token.by === 'bearer') return void refuse(reply, person.error);
      done();
    }, done);
  });
}

/** The person, or a refusal that is already sent. */
export function requirePerson(request: FastifyRequest, reply: FastifyReply): PersonId | null {
  if (request.person === null) {
    reply.header('www-authenticate', 'Bearer');
    refuse(reply, { code: 'auth/required', message: 'Say who you are: POST /api/guests makes you a guest.' });
  }
  return request.person;
}

/**
 * Lets a browser remember its guest. Scripts of the page cannot read it. A page of an allowed origin may belong to another
 * site, to which browsers give the cookie only if it says so, and travels encrypted.
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
