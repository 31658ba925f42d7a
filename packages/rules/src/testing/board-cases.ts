import { unwrap } from '@chessmith/std';
import { expect, test } from 'vitest';
import { play } from '../engine/play.js';
import type { Position } from '../engine/position.js';
import { setUp } from '../engine/set-up.js';
import { compile, legalMoves } from '../engine.js';
import { squareIndex } from '../geometry.js';
import { formatBoardText, parseBoardText, withPlaceholders } from '../notation/board-text.js';
import { formatUci, parseUci } from '../notation/uci.js';
import { standard } from '../rulesets/standard.js';

/** The piece `x` never moves and stands for any obstacle. */
const { tables } = compile(withPlaceholders(standard));

type Given = {
  readonly turn?: 'black';
  readonly unmoved?: readonly string[];
  /** Moves to play before the test. */
  readonly after?: readonly string[];
};

/** A board, the piece to test, and a second board with an X wherever that piece may go. */
export type BoardCase = readonly [name: string, from: string, boards: string, given?: Given];

/** Makes one test per case: the piece may go to exactly the marked squares. */
export function testBoards(cases: readonly BoardCase[]): void {
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
