// A game to start from: two kings on a 5x5 board. The first to capture the other one wins.
//
// Two functions make a game. `startingState` returns the start, `makeMove` the state after a move: the pieces, the moves of
// the side that moves next, and whether the game goes on. Nothing else is kept between two moves: put what you want to
// remember into `additional_data`.

const SIZE = 5;

export function startingState() {
  const pieces = [
    { color: 'white', name: 'king', x: 2, y: 0 },
    { color: 'black', name: 'king', x: 2, y: SIZE - 1 },
  ];
  return {
    version: 2,
    name: 'My game',
    description: 'What it is about, in a sentence.',
    board: { files: SIZE, ranks: SIZE },
    ply_cap: 100,
    pieces,
    possible_moves: movesOf(pieces, 'white'),
    additional_data: {},
    status: 'running',
  };
}

export function makeMove(pieces, move, next_turn, additional_data) {
  const kept = pieces.filter(({ x, y }) => x !== move.to_x || y !== move.to_y);
  const isTaken = kept.length < pieces.length;
  const after = kept.map((piece) =>
    piece.x === move.from_x && piece.y === move.from_y ? { ...piece, x: move.to_x, y: move.to_y } : piece,
  );
  const winner = next_turn === 'black' ? 'white won' : 'black won';
  return {
    pieces: after,
    possible_moves: isTaken ? [] : movesOf(after, next_turn),
    additional_data,
    status: isTaken ? winner : 'running',
  };
}

function movesOf(pieces, turn) {
  const steps = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy]));
  return pieces
    .filter(({ color }) => color === turn)
    .flatMap(({ x, y }) => steps.map(([dx, dy]) => ({ from_x: x, from_y: y, to_x: x + dx, to_y: y + dy })))
    .filter(({ from_x, from_y, to_x, to_y }) => from_x !== to_x || from_y !== to_y)
    .filter(({ to_x, to_y }) => to_x >= 0 && to_x < SIZE && to_y >= 0 && to_y < SIZE);
}
