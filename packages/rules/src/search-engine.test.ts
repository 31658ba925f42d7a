import { seededRandom, unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { play } from './engine/play.js';
import { clonePosition, hashOf, TURN } from './engine/position.js';
import { compile, legalMoves, positionFromFen, startPosition } from './engine.js';
import { formatFen } from './notation/fen.js';
import { formatUci } from './notation/uci.js';
import { catalogue } from './rulesets/catalogue.js';
import { standard } from './rulesets/standard.js';
import {
  generateCaptures,
  isAttacked,
  isCapture,
  MOVES,
  pathsOf,
  playPass,
  undoPass,
  writeAttacks,
} from './search-engine.js';

const PLIES = 60;

describe.each(catalogue)('in a random game of $name', (ruleset) => {
  test('captures are the legal moves that take or promote', () => {
    const out = new Int32Array(compile(ruleset).tables.maxMoves);
    let captures = 0;
    for (const { position, moves } of randomGames(ruleset.name, 8)) {
      const found = Array.from(out.subarray(0, generateCaptures(position, out, 0)));
      const expected = moves.filter((move) => isCapture(position, move) || (move & MOVES.flag) === MOVES.promote);
      expect(found.toSorted()).toEqual(expected.toSorted());
      captures += found.length;
    }
    expect(captures).toBeGreaterThan(0);
  });

  test('a pass gives the other side the turn, and taking it back restores the position', () => {
    for (const { position } of randomGames(ruleset.name, 2)) {
      const before = clonePosition(position);
      playPass(position);
      expect(position.state[TURN]).toBe(1 - before.state[TURN]!);
      expect(hashOf(position)).not.toBe(hashOf(before));
      undoPass(position);
      expect(position.cells).toEqual(before.cells);
      expect(formatFen(position)).toBe(formatFen(before));
    }
  });

  test('the attacks of all pieces together are the attacked squares', () => {
    const { tables } = compile(ruleset);
    if (tables.bitboards === null) return;
    const out = new Int32Array(2);
    for (const { position } of randomGames(ruleset.name, 2)) {
      const attacked = [0, 0];
      for (let square = 0; square < tables.size; square++) {
        if (position.board[square] === 0 || (position.board[square]! & 1) !== 0) continue;
        writeAttacks(position, tables.bitboards, square, out);
        attacked[0]! |= out[0]!;
        attacked[1]! |= out[1]!;
      }
      for (let square = 0; square < tables.size; square++) {
        expect((attacked[square >> 5]! & (1 << square)) !== 0).toBe(isAttacked(position, square, 0));
      }
    }
  });
});

test('a pawn that can only promote by taking has both captures listed', () => {
  const position = unwrap(positionFromFen(compile(standard), '1n1r3k/2P5/8/3Pp3/8/8/8/K7 w - e6 0 1'));
  const out = new Int32Array(256);
  const captures = Array.from(out.subarray(0, generateCaptures(position, out, 0)), (move) => formatUci(position, move));
  expect(captures.filter((move) => move.endsWith('q') || move.length === 4).toSorted()).toEqual([
    'c7b8q',
    'c7c8q',
    'c7d8q',
    'd5e6',
  ]);
});

test('a rook on a1 slides along its file and its rank', () => {
  const { tables } = compile(standard);
  const rook = 2 + 2 * tables.roles.indexOf('rook');
  expect(pathsOf(tables, rook, 0).filter(({ squares }) => squares.length > 0)).toEqual([
    { slides: true, onto: 'free', squares: [8, 16, 24, 32, 40, 48, 56] },
    { slides: true, onto: 'free', squares: [1, 2, 3, 4, 5, 6, 7] },
  ]);
});

function* randomGames(name: string, games: number) {
  const engine = compile(catalogue.find((ruleset) => ruleset.name === name)!);
  const random = seededRandom(19);
  for (let game = 0; game < games; game++) {
    const position = unwrap(startPosition(engine));
    for (let ply = 0; ply < PLIES; ply++) {
      const moves = legalMoves(position);
      if (moves.length === 0) break;
      yield { position, moves };
      play(position, random.pick(moves));
    }
  }
}
