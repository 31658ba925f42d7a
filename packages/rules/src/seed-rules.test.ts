import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { play } from './engine/play.js';
import type { Position } from './engine/position.js';
import { setUp } from './engine/set-up.js';
import { compile, legalMoves } from './engine.js';
import { squareIndex } from './geometry.js';
import { formatBoardText, parseBoardText, withPlaceholders } from './notation/board-text.js';
import { formatUci, parseUci } from './notation/uci.js';
import { standard } from './rulesets/standard.js';

/** A piece `x` never moves and stands for whatever may stand there. */
const { tables } = compile(withPlaceholders(standard));

type Given = {
  readonly turn?: 'black';
  readonly unmoved?: readonly string[];
  /** Moves played on the board as drawn, before the question. */
  readonly after?: readonly string[];
};

/** What stands on the board, the piece that is asked, and an X wherever it may go. */
type Case = readonly [name: string, from: string, boards: string, given?: Given];

function check(cases: readonly Case[]): void {
  for (const [name, from, boards, given = {}] of cases) {
    test(name, () => {
      const halves = boards
        .trim()
        .split('\n')
        .map((line) => line.split('->'));
      const [board, marks] = [0, 1].map((half) => halves.map((line) => line[half]!).join('\n')) as [string, string];
      expect(marked(setUpText(board, given), from)).toBe(formatBoardText(setUpText(marks, {})));
    });
  }
}

function setUpText(text: string, { turn, unmoved = [], after = [] }: Given): Position {
  const fields = { ...unwrap(parseBoardText(tables, text)), turn: turn === 'black' ? 1 : 0 };
  const position = setUp(
    tables,
    fields,
    unmoved.map((square) => squareIndex(tables, square)),
  );
  for (const move of after) play(position, unwrap(parseUci(position, move)));
  return position;
}

function marked(position: Position, from: string): string {
  const cells = Array.from({ length: 8 }, () => Array.from({ length: 8 }, () => '*'));
  for (const move of legalMoves(position).map((legal) => formatUci(position, legal))) {
    if (move.startsWith(from)) cells[8 - Number(move[3])]!['abcdefgh'.indexOf(move[2]!)] = 'X';
  }
  return cells.map((row) => row.join(' ')).join('\n');
}

describe('a bishop', () => {
  check([
    [
      'goes along the diagonals',
      'd4',
      `
      **               -> * * * * * * * X
      **               -> X * * * * * X *
      **               -> * X * * * X * *
      **               -> * * X * X * * *
      * * * B **       -> **
      **               -> * * X * X * * *
      **               -> * X * * * X * *
      **               -> X * * * * * X *`,
    ],
    [
      'is blocked by its own side',
      'd4',
      `
      ** {3}           -> ** {3}
      * * P * P **     -> **
      * * * B **       -> **
      * * P * P **     -> **
      ** {2}           -> ** {2}`,
    ],
    [
      'captures what stands in the way, and goes no further',
      'd4',
      `
      ** {2}           -> ** {2}
      * x * * * x **   -> **
      * * p * x **     -> * * X * X **
      * * * B **       -> **
      * * n * q **     -> * * X * X **
      ** {2}           -> ** {2}`,
    ],
  ]);
});

describe('a rook', () => {
  check([
    [
      'goes along ranks and files',
      'd4',
      `
      ** {4}           -> * * * X **
                       -> * * * X **
                       -> * * * X **
                       -> * * * X **
      * * * R **       -> X X X * X X X X
      ** {3}           -> * * * X **
                       -> * * * X **
                       -> * * * X **`,
    ],
    [
      'is blocked by its own side',
      'd4',
      `
      ** {3}           -> ** {3}
      * * * P **       -> **
      * * P R P **     -> **
      * * * P **       -> **
      ** {2}           -> ** {2}`,
    ],
    [
      'captures what stands in the way, and goes no further',
      'd4',
      `
      ** {3}           -> ** {3}
      * * * x **       -> * * * X **
      * * p R * p p *  -> * * X * X X **
      * * * n **       -> * * * X **
      * * * x **       -> **
      **               -> **`,
    ],
  ]);
});

describe('a queen', () => {
  check([
    [
      'goes all ways',
      'd4',
      `
      ** {4}           -> * * * X * * * X
                       -> X * * X * * X *
                       -> * X * X * X * *
                       -> * * X X X * * *
      * * * Q **       -> X X X * X X X X
      ** {3}           -> * * X X X * * *
                       -> * X * X * X * *
                       -> X * * X * * X *`,
    ],
    [
      'is blocked by its own side',
      'd4',
      `
      ** {3}           -> ** {3}
      * * P P P **     -> **
      * * P Q P **     -> **
      * * P P P **     -> **
      ** {2}           -> ** {2}`,
    ],
    [
      'captures what stands in the way, and goes no further',
      'd4',
      `
      ** {2}           -> ** {2}
      * x x x x x **   -> **
      * * p p p **     -> * * X X X **
      * * p Q p **     -> * * X * X **
      * * p p p **     -> * * X X X **
      ** {2}           -> ** {2}`,
    ],
  ]);
});

describe('a knight', () => {
  check([
    [
      'jumps over whatever stands between',
      'd4',
      `
      ** {2}           -> ** {2}
      **               -> * * X * X **
      * * p P p **     -> * X * * * X **
      * * P N P **     -> **
      * * p P p **     -> * X * * * X **
      **               -> * * X * X **
      **               -> **`,
    ],
    [
      'is blocked by its own side, and captures the other',
      'd4',
      `
      ** {2}           -> ** {2}
      * * P * p **     -> * * * * X **
      * P * * * p **   -> * * * * * X **
      * * * N **       -> **
      * P * * * p **   -> * * * * * X **
      * * P * p **     -> * * * * X **
      **               -> **`,
    ],
    [
      'stays on the board',
      'a1',
      `
      ** {5}           -> ** {5}
      **               -> * X **
      **               -> * * X **
      N **             -> **`,
    ],
  ]);
});

describe('a king', () => {
  check([
    [
      'goes one step all ways',
      'd4',
      `
      ** {3}           -> ** {3}
      **               -> * * X X X **
      * * * K **       -> * * X * X **
      **               -> * * X X X **
      ** {2}           -> ** {2}`,
    ],
    [
      'is blocked by its own side',
      'd4',
      `
      ** {3}           -> ** {3}
      * * P P P **     -> **
      * * P K P **     -> **
      * * P P P **     -> **
      ** {2}           -> ** {2}`,
    ],
    [
      'captures what nobody protects',
      'd4',
      `
      ** {3}           -> ** {3}
      * * x x x **     -> * * X X X **
      * * x K x **     -> * * X * X **
      * * x x x **     -> * * X X X **
      ** {2}           -> ** {2}`,
    ],
    [
      'does not capture what somebody protects',
      'd4',
      `
      * * * r **       -> **
      ** {2}           -> ** {2}
      * * * n **       -> * * X * X **
      * * * K **       -> * * X * X **
      **               -> * * * X **
      ** {2}           -> ** {2}`,
    ],
    [
      'castles on both sides',
      'e1',
      `
      ** {6}           -> ** {6}
      **               -> * * * X X X **
      R * * * K * * R  -> * * X X * X X *`,
      { unmoved: ['a1', 'e1', 'h1'] },
    ],
    [
      'castles on both sides as black',
      'e8',
      `
      r * * * k * * r  -> * * X X * X X *
      **               -> * * * X X X **
      ** {6}           -> ** {6}`,
      { turn: 'black', unmoved: ['a8', 'e8', 'h8'] },
    ],
    [
      'does not castle once it has moved',
      'e1',
      `
      ** {6}           -> ** {6}
      **               -> * * * X X X **
      R * * * K * * R  -> * * * X * X **`,
      { unmoved: ['a1', 'h1'] },
    ],
    [
      'does not castle with a rook that has moved',
      'e1',
      `
      ** {6}           -> ** {6}
      **               -> * * * X X X **
      R * * * K * * R  -> * * X X * X **`,
      { unmoved: ['a1', 'e1'] },
    ],
    [
      'does not castle over a piece',
      'e1',
      `
      ** {6}           -> ** {6}
      **               -> * * * X X X **
      R X * * K * x R  -> * * * X * X **`,
      { unmoved: ['a1', 'e1', 'h1'] },
    ],
    [
      'does not castle out of check',
      'e1',
      `
      * * * * r **     -> **
      ** {5}           -> ** {5}
      **               -> * * * X * X **
      R * * * K * * R  -> * * * X * X **`,
      { unmoved: ['a1', 'e1', 'h1'] },
    ],
    [
      'does not castle through an attacked square, but the rook may pass one',
      'e1',
      `
      * r * * * r **   -> **
      ** {5}           -> ** {5}
      **               -> * * * X X **
      R * * * K * * R  -> * * X X **`,
      { unmoved: ['a1', 'e1', 'h1'] },
    ],
  ]);
});

describe('nobody leaves the own king in check:', () => {
  check([
    [
      'a pinned pawn goes forward only',
      'e3',
      `
      * * * * r **     -> **
      ** {3}           -> ** {3}
      * * * x * x **   -> * * * * X **
      * * * * P **     -> **
      **               -> **
      * * * * K **     -> **`,
    ],
    [
      'a pawn pinned along its rank stays',
      'd2',
      `
      ** {5}           -> ** {5}
      * * x * x **     -> **
      r * * P * * * K  -> **
      **               -> **`,
    ],
    [
      'a pawn steps in between',
      'd2',
      `
      ** {5}           -> ** {5}
      r * * * * * * K  -> * * * X **
      * * * P **       -> **
      **               -> **`,
    ],
    [
      'a pawn captures the checking piece',
      'd2',
      `
      ** {4}           -> ** {4}
      * * * * x **     -> **
      * * n * x **     -> * * X **
      * * * P **       -> **
      * K **           -> **`,
    ],
    [
      'a knight steps in between',
      'd5',
      `
      * * * * r **     -> **
      **               -> * * * * X **
      **               -> **
      * * * N **       -> **
      **               -> **
      **               -> * * * * X **
      **               -> **
      * * * * K **     -> **`,
    ],
    [
      'a pinned knight stays',
      'e4',
      `
      * * * * r **     -> **
      ** {3}           -> ** {3}
      * * * * N **     -> **
      ** {2}           -> ** {2}
      * * * * K **     -> **`,
    ],
    [
      'a bishop steps in between',
      'c4',
      `
      * * * * r **     -> **
      ** {3}           -> **
                       -> * * * * X **
                       -> **
      * * B **         -> **
      ** {2}           -> **
                       -> * * * * X **
      * * * * K **     -> **`,
    ],
    [
      'a pinned rook keeps to its line',
      'e4',
      `
      * * * * r **     -> * * * * X **
      ** {3}           -> * * * * X **
                       -> * * * * X **
                       -> * * * * X **
      * * * * R **     -> **
      ** {2}           -> * * * * X **
                       -> * * * * X **
      * * * * K **     -> **`,
    ],
    [
      'a queen saves in more than one way',
      'd4',
      `
      * * * * r **     -> **
      ** {3}           -> ** {2}
                       -> * * * * X **
      * * * Q **       -> * * * * X **
      ** {2}           -> * * * * X **
                       -> **
      * * * * K **     -> **`,
    ],
    [
      'a king leaves the line of the rook, also backwards',
      'e4',
      `
      * * * * r **     -> **
      ** {2}           -> ** {2}
      **               -> * * * X * X **
      * * * * K **     -> * * * X * X **
      **               -> * * * X * X **
      ** {2}           -> ** {2}`,
    ],
  ]);
});

describe('a pawn', () => {
  check([
    [
      'goes one step or two from its first rank',
      'e2',
      `
      ** {4}           -> ** {4}
      **               -> * * * * X **
      **               -> * * * * X **
      * * * * P **     -> **
      **               -> **`,
    ],
    [
      'goes one step or two from its first rank as black',
      'e7',
      `
      **               -> **
      * * * * p **     -> **
      **               -> * * * * X **
      **               -> * * * * X **
      ** {4}           -> ** {4}`,
      { turn: 'black' },
    ],
    [
      'goes one step elsewhere',
      'e3',
      `
      ** {4}           -> ** {4}
      **               -> * * * * X **
      * * * * P **     -> **
      ** {2}           -> ** {2}`,
    ],
    [
      'goes nowhere when an enemy stands before it',
      'e2',
      `
      ** {5}           -> ** {5}
      * * * * p **     -> **
      * * * * P **     -> **
      **               -> **`,
    ],
    [
      'goes one step when something stands two steps away',
      'e2',
      `
      ** {4}           -> ** {4}
      * * * * P **     -> **
      **               -> * * * * X **
      * * * * P **     -> **
      **               -> **`,
    ],
    [
      'captures forward diagonally, and its own side never',
      'e4',
      `
      ** {3}           -> ** {3}
      * * * p * P **   -> * * * X X **
      * * * * P **     -> **
      * * * p * p **   -> **
      ** {2}           -> ** {2}`,
    ],
    [
      'captures forward diagonally as black',
      'e5',
      `
      ** {3}           -> ** {3}
      * * * * p **     -> **
      * * * P * P **   -> * * * X X X **
      ** {3}           -> ** {3}`,
      { turn: 'black' },
    ],
    [
      'captures on one side at the edge',
      'a4',
      `
      ** {3}           -> ** {3}
      x x * * * * * x  -> * X **
      P **             -> **
      ** {3}           -> ** {3}`,
    ],
    [
      'captures en passant what has just gone two steps',
      'e5',
      `
      **               -> **
      * * * p **       -> **
      **               -> * * * X X **
      * * * * P **     -> **
      ** {4}           -> ** {4}`,
      { turn: 'black', after: ['d7d5'] },
    ],
    [
      'captures en passant as black',
      'd4',
      `
      ** {4}           -> ** {4}
      * * * p **       -> **
      **               -> * * * X X **
      * * * * P **     -> **
      **               -> **`,
      { after: ['e2e4'] },
    ],
    [
      'does not capture en passant what came in two steps of one',
      'e5',
      `
      **               -> **
      * * * p **       -> **
      * * * * * * * x  -> * * * * X **
      * * * * P **     -> **
      ** {2}           -> ** {2}
      * * * * * * * P  -> **
      **               -> **`,
      { turn: 'black', after: ['d7d6', 'h2h3', 'd6d5'] },
    ],
    [
      'captures en passant in the next move or not at all',
      'e5',
      `
      * * * * * * * k  -> **
      * * * p **       -> **
      **               -> * * * * X **
      * * * * P **     -> **
      ** {3}           -> ** {3}
      * * * * * * * K  -> **`,
      { turn: 'black', after: ['d7d5', 'h1h2', 'h8h7'] },
    ],
  ]);
});
