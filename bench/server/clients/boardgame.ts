import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { openTurns } from '../../games/clients/turns.js';
import type { OpenMatch } from '../../games/match.js';

/** Two clients of boardgame.io, in the words of its own transport. */
export function boardgameMatches(address: string): OpenMatch {
  return async (line) => {
    const match = randomUUID();
    const turns = openTurns();
    const sockets = ['0', '1'].map((player) => {
      const socket = io(`${address}/chess`, { transports: ['websocket'], forceNew: true });
      socket.on('connect', () => socket.emit('sync', match, player, undefined, 2));
      socket.on('sync', turns.heard);
      socket.on('update', turns.heard);
      return socket;
    });
    await turns.wait(2);
    let ply = 0;
    return {
      move() {
        const move = line[ply]!;
        const args = [move.slice(0, 2), move.slice(2, 4), move[4]];
        const playerID = String(ply % 2);
        const told = turns.wait(2);
        const action = { type: 'MAKE_MOVE', payload: { type: 'play', args, playerID } };
        sockets[ply % 2]!.emit('update', action, ply++, match, playerID);
        return told;
      },
      close() {
        for (const socket of sockets) socket.close();
      },
    };
  };
}
