import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { frameCounter } from '../../games/clients/frame-counter.js';
import type { OpenMatch } from '../../games/match.js';

/** Two clients of boardgame.io, with its own transport. */
export function boardgameMatches(address: string): OpenMatch {
  return async (line) => {
    const match = randomUUID();
    const frames = frameCounter();
    const sockets = ['0', '1'].map((player) => {
      const socket = io(`${address}/chess`, { transports: ['websocket'], forceNew: true });
      socket.on('connect', () => socket.emit('sync', match, player, undefined, 2));
      socket.on('sync', frames.received);
      socket.on('update', frames.received);
      return socket;
    });
    await frames.wait(2);
    let ply = 0;
    return {
      move() {
        const move = line[ply]!;
        const args = [move.slice(0, 2), move.slice(2, 4), move[4]];
        const playerID = String(ply % 2);
        const received = frames.wait(2);
        const action = { type: 'MAKE_MOVE', payload: { type: 'play', args, playerID } };
        sockets[ply % 2]!.emit('update', action, ply++, match, playerID);
        return received;
      },
      close() {
        for (const socket of sockets) socket.close();
      },
    };
  };
}
