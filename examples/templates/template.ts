// A game to start from: two kings walk towards each other, and the first to capture the other one wins.
import type { Color, MakeMove, Piece, StartingState, Step } from './chessmith.js';

/** Counts the moves, as an example of `additional_data`. */
type Data = { moves: number };

function movesOf(pieces: Piece[], turn: Color): Step[] {
  const taken = (x: number, y: number) =>
    pieces.some((piece) => piece.color === turn && piece.x === x && piece.y === y);
  const steps = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => ({ dx, dy })));
  return pieces
    .filter(({ color }) => color === turn)
    .flatMap(({ x, y }) => steps.map(({ dx, dy }) => ({ from_x: x, from_y: y, to_x: x + dx, to_y: y + dy })))
    .filter(({ to_x, to_y }) => to_x >= 0 && to_x < 8 && to_y >= 0 && to_y < 8 && !taken(to_x, to_y));
}

export const startingState: StartingState<Data> = () => {
  const pieces: Piece[] = [
    { color: 'white', name: 'king', x: 4, y: 0 },
    { color: 'black', name: 'king', x: 4, y: 7 },
  ];
  const state = {
    pieces,
    possible_moves: movesOf(pieces, 'white'),
    additional_data: { moves: 0 },
    status: 'running' as const,
  };
  return { version: 2, name: 'My game', description: 'Take the other king.', ...state };
};

export const makeMove: MakeMove<Data> = (pieces, move, next_turn, { moves }) => {
  const after = pieces
    .filter(({ x, y }) => x !== move.to_x || y !== move.to_y)
    .map((piece) =>
      piece.x === move.from_x && piece.y === move.from_y ? { ...piece, x: move.to_x, y: move.to_y } : piece,
    );
  const isOver = !after.some(({ color }) => color === next_turn);
  return {
    pieces: after,
    possible_moves: movesOf(after, next_turn),
    additional_data: { moves: moves + 1 },
    status: !isOver ? 'running' : next_turn === 'black' ? 'white won' : 'black won',
  };
};
