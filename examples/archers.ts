// A new piece with a power: the archer steps one square without capturing, or stays where it is and shoots an enemy up to
// three squares away in a straight line. The shot is a move with a choice: `b1b4=shoot`.
import type { Color, MakeMove, Piece, StartingState, Step } from './templates/chessmith.js';

type Shot = Step & { choice?: string };

const SIZE = 6;
const RANGE = 3;
const BACK_RANK = ['knight', 'archer', 'king', 'archer', 'knight'];
const AROUND = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
];
const LEAPS = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
];

const isOnBoard = (x: number, y: number) => x >= 0 && x < SIZE && y >= 0 && y < SIZE;
const pieceOn = (pieces: Piece[], x: number, y: number) => pieces.find((piece) => piece.x === x && piece.y === y);

/** The target of an archer in a direction: the first piece, if it is near enough and an enemy. */
function aim(pieces: Piece[], { color, x, y }: Piece, dx: number, dy: number): Piece | undefined {
  for (let n = 1; n <= RANGE; n++) {
    const hit = pieceOn(pieces, x + n * dx, y + n * dy);
    if (hit) return hit.color === color ? undefined : hit;
  }
  return undefined;
}

function movesOf(pieces: Piece[], turn: Color): Shot[] {
  return pieces
    .filter(({ color }) => color === turn)
    .flatMap((piece) => {
      const { name, x, y } = piece;
      const move = (to_x: number, to_y: number) => ({ from_x: x, from_y: y, to_x, to_y });
      const steps = (name === 'knight' ? LEAPS : AROUND)
        .map(([dx, dy]) => move(x + dx!, y + dy!))
        .filter(({ to_x, to_y }) => isOnBoard(to_x, to_y) && pieceOn(pieces, to_x, to_y)?.color !== turn);
      if (name !== 'archer') return steps;
      const shots = AROUND.map(([dx, dy]) => aim(pieces, piece, dx!, dy!)).filter((hit) => hit !== undefined);
      return [
        ...steps.filter(({ to_x, to_y }) => !pieceOn(pieces, to_x, to_y)),
        ...shots.map((hit) => ({ ...move(hit.x, hit.y), choice: 'shoot' })),
      ];
    });
}

export const startingState: StartingState = () => {
  const row = (color: Color, y: number) => BACK_RANK.map((name, x) => ({ color, name, x, y }));
  const pieces = [...row('white', 0), ...row('black', SIZE - 1).map((piece) => ({ ...piece, x: SIZE - 1 - piece.x }))];
  return {
    version: 2,
    name: 'Archers',
    description: 'Archers shoot instead of taking. Take or shoot the king to win.',
    board: { files: SIZE, ranks: SIZE },
    kinds: [{ name: 'archer', letter: 'A', glyph: '🏹' }],
    pieces,
    possible_moves: movesOf(pieces, 'white'),
    additional_data: null,
    status: 'running',
  };
};

export const makeMove: MakeMove<unknown, Shot> = (pieces, move, next_turn) => {
  const hit = pieceOn(pieces, move.to_x, move.to_y);
  const left = pieces.filter((piece) => piece !== hit);
  const after =
    move.choice === 'shoot'
      ? left
      : left.map((piece) =>
          piece.x === move.from_x && piece.y === move.from_y ? { ...piece, x: move.to_x, y: move.to_y } : piece,
        );
  const state = { pieces: after, possible_moves: movesOf(after, next_turn), additional_data: null };
  if (hit?.name === 'king') {
    const status = next_turn === 'black' ? 'white won' : 'black won';
    return { ...state, status, reason: move.choice === 'shoot' ? 'the king was shot' : 'the king was taken' };
  }
  // Highlight the square of the shot, because nothing else shows it.
  return { ...state, status: 'running', highlights: move.choice === 'shoot' ? [{ x: move.to_x, y: move.to_y }] : [] };
};
