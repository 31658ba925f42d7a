import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { statusOf } from '@chessmith/protocol';
import type { ServiceRefusal } from '@chessmith/service';
import type { FastifyInstance } from 'fastify';
import { problemOf, refuse } from './errors.js';

/** For how long what is still being sent is read and thrown away: who hangs up on a sender takes the answer back. */
const HEARD_OUT_MS = 1000;

const UNREADABLE: ServiceRefusal = { code: 'request/malformed', message: 'This is no HTTP request.' };

/** Why Node reads a request no further. */
const REFUSALS: { readonly [code: string]: ServiceRefusal } = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request/too-slow', message: 'The request took too long to come.' },
  HPE_HEADER_OVERFLOW: { code: 'request/headers-too-large', message: 'Address and headers are too large together.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 'request/too-large', message: 'A piece of the body says too much of itself.' },
};

/**
 * Answers, in our shape, a request that never becomes one: garbage, one that is too slow, one whose headers are too large. No
 * line of the log tells of it, since whoever can connect could fill the disk by that.
 */
export function answerMalformedRequests(error: { readonly code?: string }, socket: Socket): void {
  // More of the same comes with every piece that is thrown away.
  if (socket.writableEnded) return;
  const { _httpMessage: underWay } = socket as { readonly _httpMessage?: ServerResponse | null };
  // In the middle of another answer nothing can be said.
  if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) {
    socket.destroy();
    return;
  }
  socket.end(answerOf(REFUSALS[error.code ?? ''] ?? UNREADABLE));
  setTimeout(() => socket.destroy(), HEARD_OUT_MS).unref();
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
 * A request of HTTP/1.1 names one Host (RFC 9112, 3.2): of two, a proxy may believe one and the server the other. Also answers in our
 * shape what Node would refuse without a word: an expectation that it does not know.
 */
export function refuseMalformedRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const hosts = hostsIn(raw.rawHeaders);
    if (hosts === 1 || (hosts === 0 && raw.httpVersion !== '1.1')) return done();
    const message = hosts === 0 ? 'The request names no Host.' : 'The request has more than one Host header.';
    refuse(reply.header('connection', 'close'), { code: 'request/malformed', message });
  });
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const refusal = { code: 'request/unsupported-expect', message: 'Nothing but 100-continue can be expected.' };
    const body = JSON.stringify(problemOf(refusal));
    response.writeHead(statusOf(refusal.code), {
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
    });
    response.end(body);
  });
}

/** Names stand at even places, values between them. */
function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  return hosts;
}

const HOST = 'host';
