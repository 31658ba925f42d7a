import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Opening = (request: IncomingMessage, socket: Socket, head: Buffer) => void;

/** What an offer of HTTP/2 says, apart from the offer itself (RFC 7540, 3.2.1). */
const OF_THE_OFFER = new Set(['upgrade', 'http2-settings']);

/**
 * Leaves to the listeners there are so far only those requests that offer to go on as a WebSocket. Whoever offers another
 * protocol is answered as if they had not, as RFC 9110, 7.8 has it: Java's client offers HTTP/2 with its requests.
 */
export function ignoreH2cUpgrade(server: Server): void {
  const openings = server.listeners('upgrade') as Opening[];
  server.removeAllListeners('upgrade').on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const { _httpMessage: underWay } = socket as { readonly _httpMessage?: ServerResponse | null };
    // Sent behind a request that is not answered yet. Nothing could be said on it, and nobody would ever close it.
    if (underWay) socket.destroy();
    else if (request.headers.upgrade?.toLowerCase() === 'websocket') {
      for (const open of openings) open.call(server, request, socket, head);
    } else readAgain(server, request, socket, head);
  });
}

/** Node has let go of the connection: it is handed over anew, and the request is the first thing that is read from it. */
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
