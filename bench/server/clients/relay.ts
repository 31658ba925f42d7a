import type { FrameSizes } from '../../games/clients/chessmith.js';
import { frameCounter } from '../../games/clients/frame-counter.js';
import { openSocket } from '../../games/clients/socket.js';
import type { OpenMatch } from '../../games/match.js';

/** Two clients that send through the relay what Chessmith's players send, and receive so many frames per move. */
export function relayMatches(address: string, sizes: FrameSizes, framesPerMove = 2): OpenMatch {
  const mover = Math.round(sizes.toMover / sizes.moves);
  const other = Math.round(sizes.toOther / sizes.moves);
  let matches = 0;
  return async (line) => {
    const url = `${address}/?match=${matches++}&mover=${mover}&other=${other}`;
    const frames = frameCounter();
    const sockets = [await openSocket(url, frames.received), await openSocket(url, frames.received)];
    let ply = 0;
    return {
      move() {
        const command = { type: 'PlayMove', move: line[ply]! };
        const received = frames.wait(framesPerMove);
        const text = JSON.stringify({ type: 'command', key: `m${ply}`, game: 'abcdefghijkm', command });
        sockets[ply++ % 2]!.send(text);
        return received;
      },
      close() {
        for (const socket of sockets) socket.close();
      },
    };
  };
}
