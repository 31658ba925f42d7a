import type { Random } from '@chessmith/std';
import { formatSquare } from '../geometry.js';
import {
  ALL_AROUND,
  DIAGONAL,
  enPassant,
  FORWARD,
  KNIGHT_LEAPS,
  kingSteps,
  ORTHOGONAL,
  pawnAdvance,
  pawnCapture,
} from '../pieces.js';
import type { Effect, Movement, Onto, PieceKind, Restriction, Ruleset, Step } from '../ruleset.js';

/** A ruleset nobody has ever played: pieces, restrictions and effects thrown together on a board of any shape. */
export function randomRuleset(random: Random): Ruleset {
  const board = { files: 4 + random.int(7), ranks: 5 + random.int(6) };
  const pockets = random.int(6) === 0;
  const pieces: { [role: string]: PieceKind } = {};
  for (const letter of ['a', 'b', 'c', 'd'].slice(0, 1 + random.int(4))) {
    const movements = Array.from({ length: 1 + random.int(3) }, () => randomMovement(random, board));
    pieces[`${letter}-piece`] = { letter, movements: pockets ? [...movements, { kind: 'drop' }] : movements };
  }
  const others = Object.keys(pieces);
  const pawnMoves: Movement[] = [
    pawnAdvance,
    { kind: 'double-step', along: FORWARD, from: [2] },
    pawnCapture,
    enPassant,
  ];
  pieces.pawn = { letter: 'p', pawn: true, movements: pawnMoves.filter(() => random.int(6) > 0) };
  if (pieces.pawn.movements.length === 0) pieces.pawn = { ...pieces.pawn, movements: [pawnAdvance] };
  const royalMoves = random.int(3) > 0 ? kingSteps : randomMovement(random, board);
  pieces.king = { letter: 'k', royal: true, movements: [royalMoves] };

  const effects: Effect[] = [{ kind: 'promote', role: 'pawn', on: [board.ranks], to: others }];
  if (pockets) effects.push({ kind: 'pocket' });
  if (random.int(6) === 0) effects.push({ kind: 'explode', spares: random.boolean() ? ['pawn'] : [] });
  if (random.int(6) === 0) effects.push({ kind: 'count-checks', upTo: 3 });
  const restrictions: Restriction[] = random.int(8) > 0 ? [{ kind: 'no-self-check' }] : [];
  if (random.int(8) === 0) restrictions.push({ kind: 'no-check' });
  if (random.int(6) === 0) restrictions.push({ kind: 'must-capture' });
  return {
    name: 'random',
    title: 'Random',
    summary: 'Thrown together.',
    board,
    pieces,
    start: randomStart(
      random,
      board,
      [...others, ...others].map((role) => pieces[role]!.letter),
    ),
    restrictions,
    effects,
    endings: [
      { kind: 'checkmate' },
      { kind: 'stalemate', result: 'draw' },
      { kind: 'extinction', of: 'royal', result: 'loss' },
    ],
  };
}

type Board = Ruleset['board'];

const SKEWED: readonly Step[] = [
  [1, 3],
  [3, 1],
  [0, 2],
  [2, 0],
  [2, 2],
  [0, 3],
  [-1, 2],
  [-2, -2],
  [0, -3],
];

function randomMovement(random: Random, board: Board): Movement {
  const onto: Onto = random.int(3) > 0 ? 'free' : random.pick(['empty', 'enemy', 'any', 'ally'] as const);
  const modifiers = {
    ...(onto === 'free' ? {} : { onto }),
    ...(random.int(8) === 0 ? { from: [1, 2, 3].slice(0, 1 + random.int(3)) } : {}),
    ...(random.int(10) === 0 ? { unmoved: true } : {}),
    ...(random.int(10) === 0 ? { safe: true } : {}),
  };
  switch (random.int(8)) {
    case 0:
    case 1:
    case 2: {
      const along = random.pick([ORTHOGONAL, DIAGONAL, ALL_AROUND, FORWARD, KNIGHT_LEAPS, [random.pick(SKEWED)]]);
      return { kind: 'slide', along, ...modifiers, ...(random.boolean() ? {} : { upTo: 1 + random.int(4) }) };
    }
    case 3: {
      const shape = random.pick(['rays', 'leaps'] as const);
      return {
        kind: 'table',
        shape,
        white: randomTable(random, board),
        black: randomTable(random, board),
        ...modifiers,
      };
    }
    default: {
      const steps = random.pick([ORTHOGONAL, DIAGONAL, KNIGHT_LEAPS, random.shuffle(SKEWED).slice(0, 3)]);
      return { kind: 'leap', to: steps, ...modifiers };
    }
  }
}

/** A few squares with winding ways. */
function randomTable(random: Random, board: Board): { [square: string]: string[][] } {
  const squares = random.shuffle(Array.from({ length: board.files * board.ranks }, (_, i) => formatSquare(board, i)));
  const table: { [square: string]: string[][] } = {};
  for (const square of squares.slice(0, squares.length / 2)) {
    const others = random.shuffle(squares.filter((other) => other !== square));
    table[square] = [others.slice(0, 1 + random.int(4)), others.slice(4, 5 + random.int(3))];
  }
  return table;
}

function randomStart(random: Random, board: Board, letters: readonly string[]): string {
  const back = [...letters, ...Array.from({ length: board.files }, () => '1')].slice(0, board.files - 1);
  const rank = random.shuffle([...back, 'k']).join('');
  const empty = Array.from({ length: board.ranks - 4 }, () => String(board.files));
  return [rank, 'p'.repeat(board.files), ...empty, 'P'.repeat(board.files), rank.toUpperCase()]
    .join('/')
    .concat(' w - - 0 1');
}
