import type { PersonId } from '@chessmith/people';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from '../core.js';
import { refuse } from './errors.js';
import { isForeign } from './origin.js';

export const COOKIE = 'chessmith';
const COOKIE_AGE_S = 400 * 86_400;
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
export function knowPeople(app: FastifyInstance, core: Core): void {
  app.decorateRequest('person', null);
  app.addHook('onRequest', async (request, reply) => {
    const token = request.routeOptions.config.isAnonymous ? null : tokenOf(request);
    if (token === null) return;
    // A foreign page could make a browser send its cookie along; it cannot make it send a bearer token.
    if (token.by === 'cookie' && !READS.has(request.method) && isForeign(request, core.configuration)) {
      return refuse(reply, { code: 'auth/foreign-origin', message: 'This page may not act for you here.' });
    }
    const person = await core.service.authenticate(token.text);
    if (person.ok) request.person = person.value.id;
    // An old cookie must not lock its owner out of asking for a new one; a token that was sent on purpose is told.
    else if (token.by === 'bearer') return refuse(reply, person.error);
  });
}

/** The person, or a refusal that is already sent. */
export function known(request: FastifyRequest, reply: FastifyReply): PersonId | null {
  if (request.person === null) {
    reply.header('www-authenticate', 'Bearer');
    refuse(reply, { code: 'auth/required', message: 'Say who you are: POST /api/guests makes you a guest.' });
  }
  return request.person;
}

/** Lets a browser remember its guest. Scripts of the page cannot read it. */
export function setCookie(reply: FastifyReply, token: string): void {
  reply.setCookie(COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: reply.request.protocol === 'https',
    maxAge: COOKIE_AGE_S,
  });
}

export function tokenOf({ headers, cookies }: Pick<FastifyRequest, 'headers' | 'cookies'>) {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return { by: 'bearer', text: bearer } as const;
  const kept = cookies[COOKIE];
  return kept === undefined ? null : ({ by: 'cookie', text: kept } as const);
}
