import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Core } from '../core.js';
import type { Reader } from '../rate-limit/read-quota.js';
import { sizeOf } from './response-backpressure.js';

const READS = new Set(['GET', 'HEAD']);
/** Characters of a response that count as one read: writing them takes about a tenth of a millisecond. */
export const CHARACTERS_PER_READ = 4096;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Health checks and metrics are never limited. */
    isNeverLimited?: true;
    /** The response is expensive: the server builds one per turn of the event loop. */
    isInTurns?: true;
    /** Characters of the response per read: more if the text is cached, fewer if it is expensive to build. */
    charactersPerRead?: number;
  }
}

export const readerOf = ({ ip, person }: Pick<FastifyRequest, 'ip' | 'person'>): Reader => ({ address: ip, person });

const GONE = Object.assign(new Error('the client has disconnected'), { statusCode: 400 });

/** Limits reads per address and person. Must run after authentication. */
export function limitReads(app: FastifyInstance, { reads, nextTurn }: Pick<Core, 'reads' | 'nextTurn'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!READS.has(request.method) || request.routeOptions.config.isNeverLimited) return done();
    // A client over its quota may still connect to play.
    const waitMs = reads.admit(request.ws ? { address: request.ip, person: null } : readerOf(request));
    if (waitMs === 0) return done();
    reply.header('retry-after', Math.ceil(waitMs / 1000));
    // Thrown as an error, so that each contract sends it in its own shape.
    done(Object.assign(new Error('too many reads'), { statusCode: 429 }));
  });
  app.addHook('preHandler', (request, _reply, done) => {
    if (!request.routeOptions.config.isInTurns) return done();
    void nextTurn().then(() => done(request.raw.socket.destroyed ? GONE : undefined));
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    const { isNeverLimited, charactersPerRead = CHARACTERS_PER_READ } = request.routeOptions.config;
    if (READS.has(request.method) && !isNeverLimited) {
      reads.charge(readerOf(request), Math.floor(sizeOf(payload) / charactersPerRead));
    }
    done(null, payload);
  });
}
