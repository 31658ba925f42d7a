// A race for material: the first player to capture ten points wins. There is no check, and a king is a piece worth four
// points; there is no castling, en passant and promotion. `additional_data` keeps the score.
const GOAL = 10;
const WORTH = { pawn: 1, knight: 3, bishop: 3, king: 4, rook: 5, queen: 9 };
const BACK_RANK = ['rook', 'knight', 'bishop', 'queen', 'king', 'bishop', 'knight', 'rook'];
const STRAIGHT = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];
const DIAGONAL = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
];
const WAYS = {
  knight: [
    [1, 2],
    [2, 1],
    [2, -1],
    [1, -2],
    [-1, -2],
    [-2, -1],
    [-2, 1],
    [-1, 2],
  ],
  bishop: DIAGONAL,
  rook: STRAIGHT,
  queen: [...STRAIGHT, ...DIAGONAL],
  king: [...STRAIGHT, ...DIAGONAL],
};

const isOnBoard = (x, y) => x >= 0 && x < 8 && y >= 0 && y < 8;
const pieceOn = (pieces, x, y) => pieces.find((piece) => piece.x === x && piece.y === y);

function targetsOf(pieces, { color, name, x, y }) {
  const targets = [];
  if (name === 'pawn') {
    const ahead = y + (color === 'white' ? 1 : -1);
    for (const side of [x - 1, x, x + 1]) {
      const there = pieceOn(pieces, side, ahead);
      if (side === x ? !there : there && there.color !== color) targets.push([side, ahead]);
    }
    return targets;
  }
  const reach = name === 'knight' || name === 'king' ? 1 : 7;
  for (const [dx, dy] of WAYS[name]) {
    for (let n = 1; n <= reach; n++) {
      const there = pieceOn(pieces, x + n * dx, y + n * dy);
      if (there?.color !== color) targets.push([x + n * dx, y + n * dy]);
      if (there) break;
    }
  }
  return targets;
}

const movesOf = (pieces, turn) =>
  pieces
    .filter(({ color }) => color === turn)
    .flatMap((piece) =>
      targetsOf(pieces, piece)
        .filter(([x, y]) => isOnBoard(x, y))
        .map(([to_x, to_y]) => ({ from_x: piece.x, from_y: piece.y, to_x, to_y })),
    );

export function startingState() {
  const pieces = BACK_RANK.flatMap((name, x) => [
    { color: 'white', name, x, y: 0 },
    { color: 'white', name: 'pawn', x, y: 1 },
    { color: 'black', name: 'pawn', x, y: 6 },
    { color: 'black', name, x, y: 7 },
  ]);
  return {
    version: 2,
    name: 'Material race',
    description: `The first to take ${GOAL} points wins: pawn 1, knight and bishop 3, king 4, rook 5, queen 9.`,
    pieces,
    possible_moves: movesOf(pieces, 'white'),
    additional_data: { white: 0, black: 0 },
    status: 'running',
  };
}

export function makeMove(pieces, move, next_turn, before) {
  const mover = next_turn === 'white' ? 'black' : 'white';
  const taken = pieceOn(pieces, move.to_x, move.to_y);
  const after = pieces
    .filter((piece) => piece !== taken)
    .map((piece) =>
      piece.x === move.from_x && piece.y === move.from_y ? { ...piece, x: move.to_x, y: move.to_y } : piece,
    );
  const score = { ...before, [mover]: before[mover] + (taken ? WORTH[taken.name] : 0) };
  const moves = movesOf(after, next_turn);
  const state = { pieces: after, possible_moves: moves, additional_data: score };
  const points = `White has ${score.white} points, black ${score.black}.`;
  if (score[mover] >= GOAL) return { ...state, status: `${mover} won`, reason: `${score[mover]} points taken` };
  if (moves.length === 0) return { ...state, status: 'draw', reason: `${next_turn} cannot move` };
  return { ...state, status: 'running', message: points };
}
