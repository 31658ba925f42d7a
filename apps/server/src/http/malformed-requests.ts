import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { statusOf } from '@chessmith/protocol';
import type { ServiceRefusal } from '@chessmith/service';
import type { FastifyInstance } from 'fastify';
import { problemOf, refuse } from './errors.js';

/** How long to read and discard the rest of a request: closing at once would lose the response. */
const DRAIN_MS = 1000;

const MALFORMED: ServiceRefusal = { code: 'request/malformed', message: 'Malformed HTTP request.' };

/** Node's parser errors and our refusals for them. */
const REFUSALS: { readonly [code: string]: ServiceRefusal } = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request/too-slow', message: 'The request took too long to arrive.' },
  HPE_HEADER_OVERFLOW: { code: 'request/headers-too-large', message: 'The URL and the headers are too large.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 'request/too-large', message: 'Chunk extensions are too large.' },
};

/**
 * Answers requests that Node cannot parse: garbage, too slow, headers too large. Nothing is logged, since anyone
 * could fill the disk that way.
 */
export function answerMalformedRequests(error: { readonly code?: string }, socket: Socket): void {
  // The parser reports an error for every further chunk.
  if (socket.writableEnded) return;
  const { _httpMessage: underWay } = socket as { readonly _httpMessage?: ServerResponse | null };
  // The response of another request is being sent on this connection.
  if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) {
    socket.destroy();
    return;
  }
  socket.end(answerOf(REFUSALS[error.code ?? ''] ?? MALFORMED));
  setTimeout(() => socket.destroy(), DRAIN_MS).unref();
}

function answerOf(refusal: ServiceRefusal): string {
  const status = statusOf(refusal.code);
  const body = JSON.stringify(problemOf(refusal));
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

/**
 * Refuses requests with several `Host` headers (RFC 9112, 3.2), since a proxy and the server could choose different
 * ones, and requests with an unsupported `Expect` header.
 */
export function refuseMalformedRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const hosts = hostsIn(raw.rawHeaders);
    if (hosts === 1 || (hosts === 0 && raw.httpVersion !== '1.1')) return done();
    const message = hosts === 0 ? 'The request has no Host header.' : 'The request has more than one Host header.';
    refuse(reply.header('connection', 'close'), { code: 'request/malformed', message });
  });
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const refusal = {
      code: 'request/unsupported-expect',
      message: 'Unsupported `Expect` header; only 100-continue is supported.',
    };
    const body = JSON.stringify(problemOf(refusal));
    response.writeHead(statusOf(refusal.code), {
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
    });
    response.end(body);
  });
}

/** Raw headers alternate names and values. */
function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  return hosts;
}

const HOST = 'host';
