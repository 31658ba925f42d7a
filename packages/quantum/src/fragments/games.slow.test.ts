import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import {
  boardAfter,
  boardFileOf,
  type Cell,
  type RecordedGame,
  recordedGames,
  writeOperation,
} from '../testing/recorded-fragments.js';
import { parseBoardFile } from './board-file.js';
import { LETTERS } from './chessman.js';
import { logLines } from './log-lines.js';
import { parseFragmentsMove } from './move-notation.js';
import { type FragmentsPosition, play } from './position.js';
import { formatProtocolSquare } from './square.js';
import { partnersOf } from './square-queries.js';
import { encodeProbability } from './wire.js';

describe('every game recorded from the original is reproduced ply by ply', () => {
  test.each(recordedGames().map((game) => [game.seed, game.boardFile, game] as const))(
    'game %i on %s',
    (_, __, game) => {
      let squares: ReadonlyMap<string, Cell> = new Map(Object.entries(game.initial));
      let position = start(game);
      expect(squaresOf(position)).toEqual(sorted(squares));
      for (const [index, ply] of game.plies.entries()) {
        squares = boardAfter(squares, ply);
        const move = unwrap(parseFragmentsMove(writeOperation(ply)));
        const played = play(position, move, () => 0);
        const where = `ply ${index}: ${ply.op} ${ply.args.join(' ')}`;
        if (played.ok) position = played.value.after;
        expect(played.ok ? null : played.error.message, where).toBe(ply.error);
        const happened = played.ok ? played.value.happened : [];
        expect(logLines(happened).sort(), where).toEqual([...ply.log].sort());
        expect(
          happened.some(({ kind }) => kind === 'captured'),
          where,
        ).toBe(ply.capture);
        expect(position.turn === 'white', where).toBe(ply.nextWhite);
        expect(squaresOf(position), where).toEqual(sorted(squares));
        expect(quantumOf(position), where).toEqual(ply.quantum);
      }
    },
  );
});

function start(game: RecordedGame): FragmentsPosition {
  const board = unwrap(parseBoardFile(boardFileOf(game)));
  return { board, turn: 'white', ply: 0, winner: null, free: false, belief: [], world: {} };
}

function squaresOf({ board }: FragmentsPosition): unknown {
  return sorted(
    new Map(
      board.men.flatMap((man) =>
        man.fragments.map(({ square, probability }) => {
          const piece = `${man.color === 'white' ? 'W' : 'B'}${LETTERS[man.role]}`;
          return [formatProtocolSquare(square), [piece, probability, encodeProbability(probability)] as const];
        }),
      ),
    ),
  );
}

/** The recording has ten significant digits per probability. */
function sorted(squares: ReadonlyMap<string, Cell>): unknown {
  return [...squares.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([square, [piece, probability, wire]]) => [square, piece, Number(probability.toPrecision(10)), wire]);
}

function quantumOf({ board, world }: FragmentsPosition): unknown {
  return board.men
    .filter((man) => man.fragments.length > 1)
    .map((man) => {
      expect(world?.[man.id], 'the first fragment is the real one').toBe(man.fragments[0]?.id);
      return {
        first: Math.min(...man.fragments.map(({ square }) => square)),
        fragments: man.fragments.map(({ square }) => formatProtocolSquare(square)),
        entangled: partnersOf(board, man.fragments[0]!.square).map(formatProtocolSquare),
      };
    })
    .sort((a, b) => a.first - b.first)
    .map(({ fragments, entangled }) => ({ fragments, entangled }));
}
