import type { FrameSizes } from '../../games/clients/chessmith.js';
import { openSocket } from '../../games/clients/socket.js';
import { openTurns } from '../../games/clients/turns.js';
import type { OpenMatch } from '../../games/match.js';

/** Two who send each other through the relay what Chessmith's players send, and hear so many frames for it. */
export function relayMatches(address: string, sizes: FrameSizes, frames = 2): OpenMatch {
  const mover = Math.round(sizes.toMover / sizes.moves);
  const other = Math.round(sizes.toOther / sizes.moves);
  let matches = 0;
  return async (line) => {
    const url = `${address}/?match=${matches++}&mover=${mover}&other=${other}`;
    const turns = openTurns();
    const sockets = [await openSocket(url, turns.heard), await openSocket(url, turns.heard)];
    let ply = 0;
    return {
      move() {
        const order = { type: 'PlayMove', move: line[ply]! };
        const told = turns.wait(frames);
        const text = JSON.stringify({ type: 'command', key: `m${ply}`, game: 'abcdefghijkm', command: order });
        sockets[ply++ % 2]!.send(text);
        return told;
      },
      close() {
        for (const socket of sockets) socket.close();
      },
    };
  };
}
