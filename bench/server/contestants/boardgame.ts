import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { Chess } from 'chess.js';
import { serveContestant } from '../../games/contestants/bench-process.js';

// The package boardgame.io has no ES modules for Node.
const { Server, Origins } = createRequire(import.meta.url)(
  'boardgame.io/server',
) as typeof import('boardgame.io/server');

/** Chess as people write it for boardgame.io: rules by chess.js, the position kept as a FEN, all in memory. */
const chess = {
  name: 'chess',
  setup: () => ({ fen: new Chess().fen() }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play({ G }: { readonly G: { fen: string } }, from: string, to: string, promotion?: string) {
      const board = new Chess(G.fen);
      board.move({ from, to, ...(promotion === undefined ? {} : { promotion }) });
      G.fen = board.fen();
    },
  },
};

console.log = console.info = () => undefined;
const server = Server({ games: [chess as never], origins: [Origins.LOCALHOST] });
const running = await server.run({ port: 0 });
const { port } = running.appServer.address() as AddressInfo;
serveContestant(`http://localhost:${port}`, async () => server.kill(running));
