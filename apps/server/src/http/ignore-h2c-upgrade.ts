import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Opening = (request: IncomingMessage, socket: Socket, head: Buffer) => void;

/** Headers that belong to an HTTP/2 upgrade offer (RFC 7540, 3.2.1). */
const OF_THE_OFFER = new Set(['upgrade', 'http2-settings']);

/**
 * Passes only WebSocket upgrades to the existing listeners. Requests that offer another protocol are answered over
 * HTTP/1.1 (RFC 9110, 7.8): Java's client offers HTTP/2 with every request.
 */
export function ignoreH2cUpgrade(server: Server): void {
  const openings = server.listeners('upgrade') as Opening[];
  server.removeAllListeners('upgrade').on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const { _httpMessage: underWay } = socket as { readonly _httpMessage?: ServerResponse | null };
    // Pipelined behind an unanswered request: it cannot be answered, and nothing else would close the connection.
    if (underWay) socket.destroy();
    else if (request.headers.upgrade?.toLowerCase() === 'websocket') {
      for (const open of openings) open.call(server, request, socket, head);
    } else readAgain(server, request, socket, head);
  });
}

/**
 * Node has detached the connection. Hands it back to the server with the request put back in front of the unread
 * bytes.
 */
function readAgain(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  socket.unshift(Buffer.concat([Buffer.from(withoutOffer(request), 'latin1'), head]));
  server.emit('connection', socket);
}

function withoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name, value] = [rawHeaders[i]!, rawHeaders[i + 1]!];
    if (name.toLowerCase() === 'connection') lines.push(`${name}: ${withoutWords(value)}`);
    else if (!OF_THE_OFFER.has(name.toLowerCase())) lines.push(`${name}: ${value}`);
  }
  return [...lines, '', ''].join('\r\n');
}

const withoutWords = (value: string): string =>
  value
    .split(',')
    .filter((word) => !OF_THE_OFFER.has(word.trim().toLowerCase()))
    .join(',');
