// Every ability of version 2 in one small game, in TypeScript: dragons that hop twice, drops, choices, dice and second
// turns.
type Color = 'white' | 'black';
interface Piece {
  color: Color;
  name: string;
  x: number;
  y: number;
  age?: number;
}
interface Step {
  from_x: number;
  from_y: number;
  to_x: number;
  to_y: number;
  choice?: string;
  then_x?: number;
  then_y?: number;
}
interface Drop {
  drop: string;
  to_x: number;
  to_y: number;
}
type Data = { turns: number; rolls: number[]; gold: Record<Color, number> };

const FILES = 5;
const RANKS = 6;
const isOn = (x: number, y: number): boolean => x >= 0 && x < FILES && y >= 0 && y < RANKS;

function movesOf(pieces: Piece[], color: Color, data: Data): (Step | Drop)[] {
  const taken = (x: number, y: number) => pieces.find((piece) => piece.x === x && piece.y === y);
  const moves: (Step | Drop)[] = [];
  for (const { color: owner, name, x, y } of pieces) {
    if (owner !== color) continue;
    const ahead = color === 'white' ? 1 : -1;
    for (const dx of [-1, 0, 1]) {
      const [to_x, to_y] = [x + dx, y + ahead] as [number, number];
      if (!isOn(to_x, to_y) || taken(to_x, to_y)?.color === color) continue;
      const step = { from_x: x, from_y: y, to_x, to_y };
      const isLast = to_y === (color === 'white' ? RANKS - 1 : 0);
      if (name === 'egg' && isLast) for (const choice of ['dragon', 'queen', 'gold']) moves.push({ ...step, choice });
      else moves.push(step);
      if (name === 'dragon' && isOn(x, y + 2 * ahead) && !taken(x, y + 2 * ahead)) {
        moves.push({ ...step, then_x: x, then_y: y + 2 * ahead });
      }
    }
    moves.push({ from_x: x, from_y: y, to_x: x, to_y: y });
  }
  if (data.gold[color] > 0) {
    for (let x = 0; x < FILES; x++) if (!taken(x, 2)) moves.push({ drop: 'egg', to_x: x, to_y: 2 });
  }
  return moves;
}

export function startingState() {
  const pieces: Piece[] = [];
  for (let x = 0; x < FILES; x++) {
    const name = x === 2 ? 'dragon' : 'egg';
    pieces.push({ color: 'white', name, x, y: 0 }, { color: 'black', name, x, y: RANKS - 1 });
  }
  const data: Data = { turns: 0, rolls: [], gold: { white: 1, black: 1 } };
  return {
    version: 2,
    name: 'Wonders',
    description: 'Eggs, dragons and dice.',
    board: { files: FILES, ranks: RANKS },
    kinds: [
      { name: 'dragon', letter: 'D', glyph: '🐉' },
      {
        name: 'egg',
        letter: 'E',
        glyph: '<svg viewBox="0 0 10 10"><ellipse cx="5" cy="5" rx="3" ry="4" fill="#eee"/></svg>',
      },
    ],
    random: true,
    ply_cap: 40,
    pieces,
    possible_moves: movesOf(pieces, 'white', data),
    additional_data: data,
    status: 'running',
    message: 'White begins.',
  };
}

export function makeMove(pieces: Piece[], move: Step & Drop, next_turn: Color, data: Data) {
  const mover: Color = next_turn === 'white' ? 'black' : 'white';
  const to = move.then_x === undefined ? { x: move.to_x, y: move.to_y } : { x: move.then_x, y: move.then_y! };
  const moved = pieces.find(({ x, y }) => x === move.from_x && y === move.from_y);
  const after = pieces.filter((piece) => piece !== moved && (piece.x !== to.x || piece.y !== to.y));
  const gold = { ...data.gold };
  if (moved === undefined) {
    gold[mover]--;
    after.push({ color: mover, name: 'egg', ...to });
  } else if (move.choice === 'gold') gold[mover]++;
  else after.push({ ...moved, ...to, name: move.choice ?? moved.name, age: (moved.age ?? 0) + 1 });
  const roll = 1 + Math.floor(Math.random() * 6);
  const left = (color: Color) => after.some((piece) => piece.color === color);
  const turn = roll === 6 && left(mover) ? mover : next_turn;
  const now: Data = { turns: data.turns + 1, rolls: [...data.rolls, roll].slice(-5), gold };
  const isOver = !left(next_turn);
  return {
    pieces: after,
    possible_moves: movesOf(after, turn, now),
    additional_data: now,
    status: isOver ? `${mover} won` : 'running',
    next_turn: turn,
    message: `${mover} rolled ${roll}.`,
    highlights: [to],
    ...(isOver ? { reason: 'nobody left' } : {}),
  };
}
