// Breakthrough by version 1 of the contract: pawns walk ahead, capture diagonally, and win on the last rank.
const other = (color) => (color === 'white' ? 'black' : 'white');

function movesOf(pieces, color) {
  const at = new Map(pieces.map((piece) => [piece.x + 8 * piece.y, piece.color]));
  const step = color === 'white' ? 1 : -1;
  const moves = [];
  for (const { color: owner, x, y } of pieces) {
    if (owner !== color) continue;
    for (const dx of [-1, 0, 1]) {
      const [to_x, to_y] = [x + dx, y + step];
      if (to_x < 0 || to_x > 7 || to_y < 0 || to_y > 7) continue;
      const target = at.get(to_x + 8 * to_y);
      if (target === color || (dx === 0 && target !== undefined)) continue;
      moves.push({ from_x: x, from_y: y, to_x, to_y });
    }
  }
  return moves;
}

export function startingState() {
  const pieces = [];
  for (let x = 0; x < 8; x++) {
    for (const y of [0, 1]) pieces.push({ color: 'white', name: 'pawn', x, y });
    for (const y of [6, 7]) pieces.push({ color: 'black', name: 'pawn', x, y });
  }
  return { pieces, possible_moves: movesOf(pieces, 'white'), additional_data: { captures: 0 }, status: 'running' };
}

export function makeMove(pieces, move, next_turn, additional_data) {
  const rest = pieces.filter(({ x, y }) => x !== move.to_x || y !== move.to_y);
  const after = rest.map((piece) =>
    piece.x === move.from_x && piece.y === move.from_y ? { ...piece, x: move.to_x, y: move.to_y } : piece,
  );
  const isOver = move.to_y === (next_turn === 'black' ? 7 : 0) || !after.some(({ color }) => color === next_turn);
  return {
    pieces: after,
    possible_moves: movesOf(after, next_turn),
    additional_data: { captures: additional_data.captures + (pieces.length - after.length) },
    status: isOver ? `${other(next_turn)} won` : 'running',
  };
}
