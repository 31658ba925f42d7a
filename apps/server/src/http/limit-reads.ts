import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Core } from '../core.js';
import type { Reader } from '../rate-limit/read-quota.js';
import { sizeOf } from './response-backpressure.js';

const READS = new Set(['GET', 'HEAD']);
/** What is written anew for every reader costs about a tenth of a millisecond for so many letters. */
export const LETTERS_PER_READ = 4096;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Probes of those who run the server are always answered. */
    isNeverLimited?: true;
    /** The answer takes long to make: one in each turn of the event loop. */
    isInTurns?: true;
    /** How many letters of an answer are one more read: more where it is kept ready, fewer where it is hard to make. */
    lettersPerRead?: number;
  }
}

export const readerOf = ({ ip, person }: Pick<FastifyRequest, 'ip' | 'person'>): Reader => ({ address: ip, person });

const GONE = Object.assign(new Error('the client has gone'), { statusCode: 400 });

/** Holds reads to the quota of their address and person. Set up after people are known. */
export function limitReads(app: FastifyInstance, { reads, nextTurn }: Pick<Core, 'reads' | 'nextTurn'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!READS.has(request.method) || request.routeOptions.config.isNeverLimited) return done();
    // Whoever has read too much may still connect, to play.
    const waitMs = reads.admit(request.ws ? { address: request.ip, person: null } : readerOf(request));
    if (waitMs === 0) return done();
    reply.header('retry-after', Math.ceil(waitMs / 1000));
    // As an error, so that each contract answers in its own shape.
    done(Object.assign(new Error('too many reads'), { statusCode: 429 }));
  });
  app.addHook('preHandler', (request, _reply, done) => {
    if (!request.routeOptions.config.isInTurns) return done();
    void nextTurn().then(() => done(request.raw.socket.destroyed ? GONE : undefined));
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    const { isNeverLimited, lettersPerRead = LETTERS_PER_READ } = request.routeOptions.config;
    if (READS.has(request.method) && !isNeverLimited) {
      reads.charge(readerOf(request), Math.floor(sizeOf(payload) / lettersPerRead));
    }
    done(null, payload);
  });
}
