// Marseillais chess: two moves per turn, but only one on the first turn, and a check ends the turn at once. There is no
// castling and no en passant, and pawns promote to queens. `next_turn`, at the end of `makeMove`, gives the second move.
import type { Color, MakeMove, Piece, StartingState, Step } from './templates/chessmith.js';

/** The moves left in this turn. */
type Data = { left: number };
type Board = (Piece | undefined)[];

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
/** Directions of a piece, and the number of steps. */
const MOVEMENTS: { [name: string]: { along: number[][]; reach: number } } = {
  knight: { along: LEAPS, reach: 1 },
  bishop: { along: DIAGONAL, reach: 7 },
  rook: { along: STRAIGHT, reach: 7 },
  queen: { along: [...STRAIGHT, ...DIAGONAL], reach: 7 },
  king: { along: [...STRAIGHT, ...DIAGONAL], reach: 1 },
};
const NAMES = ['pawn', ...Object.keys(MOVEMENTS)];

const other = (color: Color): Color => (color === 'white' ? 'black' : 'white');
const isOnBoard = (x: number, y: number) => x >= 0 && x < 8 && y >= 0 && y < 8;

function boardOf(pieces: Piece[]): Board {
  const board: Board = Array(64).fill(undefined);
  for (const piece of pieces) board[piece.x + 8 * piece.y] = piece;
  return board;
}

/** The targets of a piece, even if its king is then in check. */
function targetsOf(board: Board, { color, name, x, y }: Piece): number[] {
  if (name === 'pawn') return pawnTargets(board, color, x, y);
  const { along, reach } = MOVEMENTS[name]!;
  const targets: number[] = [];
  for (const [dx, dy] of along) {
    for (let n = 1; n <= reach && isOnBoard(x + n * dx!, y + n * dy!); n++) {
      const to = x + n * dx! + 8 * (y + n * dy!);
      if (board[to]?.color !== color) targets.push(to);
      if (board[to]) break;
    }
  }
  return targets;
}

function pawnTargets(board: Board, color: Color, x: number, y: number): number[] {
  const [step, home] = color === 'white' ? [1, 1] : [-1, 6];
  const ahead = x + 8 * (y + step);
  const targets = [x - 1, x + 1]
    .filter((side) => isOnBoard(side, y + step) && board[side + 8 * (y + step)]?.color === other(color))
    .map((side) => side + 8 * (y + step));
  if (board[ahead]) return targets;
  return y === home && !board[ahead + 8 * step] ? [...targets, ahead, ahead + 8 * step] : [...targets, ahead];
}

/** Looks from the king: if a knight's leap reaches an enemy knight, that knight gives check; likewise for each kind. */
function isInCheck(board: Board, color: Color): boolean {
  const king = board.find((piece) => piece?.name === 'king' && piece.color === color)!;
  return NAMES.some((name) => targetsOf(board, { ...king, name }).some((to) => board[to]?.name === name));
}

/** The board after a move; pawns promote to queens. */
function after(board: Board, from: number, to: number): Board {
  const piece = board[from]!;
  const y = Math.floor(to / 8);
  const name = piece.name === 'pawn' && (y === 0 || y === 7) ? 'queen' : piece.name;
  return board.with(from, undefined).with(to, { ...piece, name, x: to % 8, y });
}

function movesOf(board: Board, color: Color): Step[] {
  return board.flatMap((piece, from) =>
    piece?.color !== color
      ? []
      : targetsOf(board, piece)
          .filter((to) => !isInCheck(after(board, from, to), color))
          .map((to) => ({ from_x: piece.x, from_y: piece.y, to_x: to % 8, to_y: Math.floor(to / 8) })),
  );
}

export const startingState: StartingState<Data> = () => {
  const row = (color: Color, y: number, names: string[]) => names.map((name, x) => ({ color, name, x, y }));
  const pawns = BACK_RANK.map(() => 'pawn');
  const pieces = [
    ...row('white', 0, BACK_RANK),
    ...row('white', 1, pawns),
    ...row('black', 6, pawns),
    ...row('black', 7, BACK_RANK),
  ];
  return {
    version: 2,
    name: 'Marseillais chess',
    description: 'Two moves a turn; White begins with one, and a check ends the turn.',
    pieces,
    possible_moves: movesOf(boardOf(pieces), 'white'),
    additional_data: { left: 1 },
    status: 'running',
    message: 'White begins with one move.',
  };
};

export const makeMove: MakeMove<Data> = (pieces, move, next_turn, { left }) => {
  const mover = other(next_turn);
  const board = after(boardOf(pieces), move.from_x + 8 * move.from_y, move.to_x + 8 * move.to_y);
  const isCheck = isInCheck(board, next_turn);
  const goesOn = left > 1 && !isCheck;
  const turn = goesOn ? mover : next_turn;
  const moves = movesOf(board, turn);
  const state = {
    pieces: board.filter((piece) => piece !== undefined),
    possible_moves: moves,
    additional_data: { left: goesOn ? left - 1 : 2 },
    next_turn: turn,
  };
  if (moves.length === 0)
    return { ...state, status: isCheck ? `${mover} won` : 'draw', reason: isCheck ? 'checkmate' : 'stalemate' };
  return {
    ...state,
    status: 'running',
    message: `${turn} has ${goesOn ? 'one more move' : 'two moves'}${isCheck ? ', and is in check' : ''}.`,
  };
};
