import { START_FEN } from '../unitary/qfen.js';

/**
 * Positions, some with first moves, from which random games soon reach castling, en passant, promotion and crowded
 * merges.
 */
export const STARTS: readonly string[] = [
  START_FEN,
  START_FEN,
  'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1',
  'r3k2r/8/2n2n2/3pP3/3Pp3/2N2N2/8/R3K2R w KQkq d6 0 1',
  '4k3/1P4P1/8/2n2n2/2N2N2/8/1p4p1/4K3 w - - 0 1',
  'rnbqk2r/pppp1ppp/8/2b1p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1',
  'q2qk3/8/8/3b4/3B4/8/8/Q2QK3 w - - 0 1',
  'r3k2r/3p1p2/n1n2n1n/2P1P1P1/2p1p1p1/N1N2N1N/3P1P2/R3K2R w KQkq - 0 1',
  'r3k2r/1ppppp2/n1n2n1n/2P1P1P1/2p1p1p1/N1N2N1N/1PPPPP2/R3K2R b KQkq - 0 1',
  '4k3/3p4/8/2P5/2N5/8/8/4K3 w - - 0 1 moves c4^d6b6 d7d5',
  '1n2k3/2p5/8/1P6/8/8/8/4K3 b - - 0 1 moves b8^a6c6 e1e2 c7c5',
  '4k3/3p4/8/2P1P3/2N1n3/8/8/4K3 b - - 0 1 moves e4^d6f6 c4^b6a3 d7d5',
  'r3k3/8/8/2n5/8/N7/8/R3K3 w Qq - 0 1 moves a3^b1c4 c5^b7a6',
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
];
