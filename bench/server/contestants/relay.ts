import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { serveContestant } from '../../games/contestants/bench-process.js';

/**
 * A bare relay: for each message, both players get a frame of the same size as Chessmith's; nothing is read, checked or
 * kept. `?match=3&mover=900&other=800` joins a match and sets the sizes of its frames.
 */
const matches = new Map<string, WebSocket[]>();
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket, request) => {
  const query = new URL(request.url!, 'http://relay').searchParams;
  const match = query.get('match')!;
  const [toMover, toOther] = [query.get('mover'), query.get('other')].map((size) => 'm'.repeat(Number(size)));
  const players = matches.get(match) ?? [];
  matches.set(match, players);
  players.push(socket);
  socket.on('message', (message) => {
    void String(message);
    for (const player of players) player.send(player === socket ? toMover! : toOther!);
  });
  socket.on('close', () => matches.delete(match));
});
server.on('listening', () => {
  serveContestant(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, async () => server.close());
});
