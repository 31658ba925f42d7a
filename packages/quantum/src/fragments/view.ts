import type { Color, Json, View, Viewer, ViewPiece } from '@chessmith/rules';
import { formatBoardFile } from './board-file.js';
import { choicesOf } from './choices.js';
import type { FragmentsPosition } from './position.js';
import { formatSquare } from './square.js';
import { entangledWith } from './square-queries.js';
import { realFragmentOf } from './world.js';

/**
 * The view for clients. Players and watchers see the same, and nothing depends on the secret: squares ascend, and
 * chessmen with several fragments are ordered by their first square.
 */
export function viewOf(position: FragmentsPosition, viewer: Viewer): View {
  const { turn, ply, winner, board } = position;
  return {
    turn,
    ply,
    pieces: piecesOf(position),
    choices: choicesOf(position),
    check: [],
    claims: [],
    canWin: { white: canWin(position, 'white'), black: canWin(position, 'black') },
    outcome: winner === null ? null : { kind: 'win', winner, by: 'king-captured' },
    notation: formatBoardFile(board),
    extra: { chessmen: chessmenOf(position), ...(viewer.kind === 'all' ? { secret: secretOf(position) } : {}) },
  };
}

function piecesOf({ board }: FragmentsPosition): ViewPiece[] {
  return board.men
    .flatMap(({ role, color, fragments }) => fragments.map((fragment) => ({ role, color, ...fragment })))
    .sort((a, b) => a.square - b.square)
    .map(({ square, role, color, probability }) => ({
      square: formatSquare(square),
      role,
      color,
      ...(probability < 1 ? { probability } : {}),
    }));
}

/** Only capturing the king wins. */
function canWin({ board }: FragmentsPosition, color: Color): boolean {
  return (
    board.men.some((man) => man.color === color) && board.men.some((man) => man.color !== color && man.role === 'king')
  );
}

/** Chessmen with several fragments: their squares, and the squares of chessmen entangled with them. */
function chessmenOf({ board }: FragmentsPosition): Json {
  return board.men
    .filter(({ fragments }) => fragments.length > 1)
    .map(({ fragments }) => fragments.map(({ square }) => square).sort((a, b) => a - b))
    .sort((a, b) => a[0]! - b[0]!)
    .map((squares) => ({
      squares: squares.map(formatSquare),
      entangled: entangledWith(board, squares[0]!).map(formatSquare),
    }));
}

/** For every square the id of its chessman and whether it is really there; null if the secret is unknown. */
function secretOf({ board, world }: FragmentsPosition): Json {
  return board.men
    .flatMap((man) => man.fragments.map((fragment) => ({ man, fragment })))
    .sort((a, b) => a.fragment.square - b.fragment.square)
    .map(({ man, fragment }) => ({
      square: formatSquare(fragment.square),
      piece: man.id,
      real: world === null ? null : realFragmentOf(world, man) === fragment.id,
    }));
}
