// The same game as sleeper.py.
const WAKING = '3,12,7,0';

export function startingState() {
  const row = (color, y) => Array.from({ length: 16 }, (_, x) => ({ color, name: 'rook', x, y }));
  const about = { version: 2, name: 'Sleeper', board: { files: 16, ranks: 4 }, ply_cap: 6 };
  return { ...about, ...state([...row('white', 0), ...row('black', 3)], 'white', []) };
}

export function makeMove(pieces, move, turn, { heard }) {
  if (heard.join() === WAKING) return harm();
  const isMoved = ({ x, y }) => x === move.from_x && y === move.from_y;
  const after = pieces.map((piece) => (isMoved(piece) ? { ...piece, y: move.to_y } : piece));
  return state(after, turn, [...heard, move.from_x]);
}

function state(pieces, turn, heard) {
  const own = pieces.filter(({ color }) => color === turn);
  const possible_moves = own.map(({ x, y }) => ({ from_x: x, from_y: y, to_x: x, to_y: y ^ 1 }));
  return { pieces, possible_moves, additional_data: { heard }, status: 'running' };
}
