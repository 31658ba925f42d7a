/** `npm run bench players`: nodes of the search (one played move each) against perft that plays every leaf, in CPU time. */
import { openMemory, think } from '@chessmith/players';
import { compile, perftPlayed, positionFromFen, standard } from '@chessmith/rules';
import { seededRandom, unwrap } from '@chessmith/std';
import { duel } from '../duel.js';
import { report } from '../report.js';

const POSITIONS = [
  ['start', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 4],
  ['kiwipete', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', 3],
  ['middlegame', 'r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8', 3],
  ['endgame', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 4],
] as const;

const budgetMs = Number(process.argv[2] ?? 2500);
for (const [name, fen, depth] of POSITIONS) {
  const position = unwrap(positionFromFen(compile(standard), fen));
  const search = (wanted: number): number => {
    let nodes = 0;
    while (nodes < wanted) {
      const memory = openMemory(position.tables, 16);
      nodes += think(position, {
        level: 8,
        limit: { kind: 'nodes', nodes: 50_000 },
        random: seededRandom(1),
        memory,
      })!.nodes;
    }
    return nodes;
  };
  const played = (wanted: number): number => {
    let leaves = 0;
    while (leaves < wanted) leaves += perftPlayed(position, depth);
    return leaves;
  };
  report(`players/nodes/${name}`, 'perft-played', 'nodes', duel(search, played, budgetMs, 1));
}
