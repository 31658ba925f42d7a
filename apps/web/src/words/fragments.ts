import type { Objection } from '@chessmith/quantum';

/** Why a move with fragments is refused. The server says it in the words of the old protocol, spelling included. */
export const FRAGMENTS: { readonly [objection in Exclude<Objection, 'game-over'> as `quantum/${objection}`]: string } =
  {
    'quantum/not-your-turn': 'It is not your turn.',
    'quantum/no-chessman': 'There is no piece on that square.',
    'quantum/different-chessmen': 'Only fragments of the same piece merge.',
    'quantum/not-your-chessman': 'That piece belongs to the other side.',
    'quantum/not-that-move': 'The piece does not move like that.',
    'quantum/not-that-split': 'The piece cannot split to these squares.',
    'quantum/not-that-merge': 'These fragments cannot both come to that square.',
    'quantum/path-not-free': 'The way there is not free.',
    'quantum/own-fragment-there': 'A fragment of the same piece stands there.',
    'quantum/measure-and-entangle': 'A move cannot pass a fragment and measure as well.',
    'quantum/entangle-twice': 'The piece is entangled with the one in its way already, and cannot pass it again.',
    'quantum/entangle-limit': 'The piece cannot be divided any further.',
    'quantum/split-onto-occupied': 'A piece splits to empty squares only.',
    'quantum/split-and-entangle': 'A split cannot pass a fragment.',
    'quantum/split-limit': 'The piece cannot be divided any further.',
    'quantum/split-same-square': 'A split needs two different squares.',
    'quantum/merge-same-square': 'A merge needs two different fragments.',
    'quantum/merge-and-entangle': 'A merge cannot pass a fragment.',
    'quantum/pawn-split': 'Pawns do not split.',
    'quantum/pawn-merge': 'Pawns do not merge.',
    'quantum/pawn-entangle': 'A pawn cannot pass a fragment.',
    'quantum/pawn-eat': 'A pawn captures diagonally only.',
    'quantum/pawn-measure': 'A pawn does not go diagonally to where a piece of its own side may be.',
    'quantum/no-castling': 'The king cannot castle there now.',
    'quantum/rook-arrives-there': 'The rook is going to stand on that square.',
    'quantum/castle-and-measure': 'Castling in a split cannot measure.',
    'quantum/castle-and-entangle': 'Castling in a split cannot pass a fragment.',
    'quantum/occupied': 'Something stands there already.',
  };
