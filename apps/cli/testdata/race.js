// Three runners a side; the first across wins. They only step ahead, and never onto a piece of their own.
function moves(pieces, turn) {
  const step = turn === 'white' ? 1 : -1;
  return pieces
    .filter(
      ({ color, x, y }) =>
        color === turn && !pieces.some((other) => other.x === x && other.y === y + step && other.color === turn),
    )
    .filter(({ y }) => y + step >= 0 && y + step < 4)
    .map(({ x, y }) => ({ from_x: x, from_y: y, to_x: x, to_y: y + step }));
}

export function startingState() {
  const pieces = [0, 1, 2].flatMap((x) => [
    { color: 'white', name: 'pawn', x, y: 0 },
    { color: 'black', name: 'pawn', x, y: 3 },
  ]);
  return {
    ...{ version: 2, name: 'Race', board: { files: 3, ranks: 4 } },
    ...{ pieces, possible_moves: moves(pieces, 'white'), additional_data: null, status: 'running' },
  };
}

export function makeMove(pieces, move, next_turn) {
  const after = pieces
    .filter(({ x, y }) => x !== move.to_x || y !== move.to_y)
    .map((piece) => (piece.x === move.from_x && piece.y === move.from_y ? { ...piece, y: move.to_y } : piece));
  const next = moves(after, next_turn);
  const isOver = move.to_y === (next_turn === 'black' ? 3 : 0) || next.length === 0;
  return {
    pieces: after,
    possible_moves: next,
    additional_data: null,
    status: isOver ? (next_turn === 'black' ? 'white won' : 'black won') : 'running',
    ...(isOver ? { reason: 'first across' } : {}),
  };
}
