import type { quantumCodec } from '@chessmith/protocol';
import {
  type Board,
  entangledWith,
  type FragmentsSquare,
  formatProtocolSquare,
  parseFragmentsSquare,
  possibleMerges,
  possibleMoves,
  possibleSplits,
  squaresOfChessman,
} from '@chessmith/quantum';
import { assertNever } from '@chessmith/std';

type ClientMessage = quantumCodec.ClientMessage;
type SquareQuery = Extract<ClientMessage, { readonly kind: `ask-${string}` }>;

/** The reply to a query about squares. Every client may query every piece at any time. */
export function replyTo(board: Board, query: SquareQuery): quantumCodec.ServerMessage {
  switch (query.kind) {
    case 'ask-moves':
      return { kind: 'moves', squares: named(possibleMoves(board, read(query.square))) };
    case 'ask-splits':
      return { kind: 'splits', squares: named(possibleSplits(board, read(query.square))) };
    case 'ask-merges': {
      const [one, other] = query.squares.map(read);
      return { kind: 'merges', squares: named(possibleMerges(board, one!, other)) };
    }
    case 'ask-same':
      return { kind: 'same', squares: named(squaresOfChessman(board, read(query.square))) };
    case 'ask-entangled':
      return { kind: 'entangled', squares: named(entangledWith(board, read(query.square))) };
    default:
      return assertNever(query);
  }
}

/** The codec accepts only squares of the board. */
const read = (square: string): FragmentsSquare => parseFragmentsSquare(square)!;

const named = (squares: readonly FragmentsSquare[]): readonly string[] =>
  squares.map((square) => formatProtocolSquare(square).toLowerCase());
