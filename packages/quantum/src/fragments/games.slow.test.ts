import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { unwrap } from '@chessmith/std';
import { describe, expect, test } from 'vitest';
import { parseBoardFile } from './board-file.js';
import { LETTERS } from './chessman.js';
import { logLines } from './log-lines.js';
import { parseFragmentsMove } from './move-notation.js';
import { type FragmentsPosition, play } from './position.js';
import { partnersOf } from './questions.js';
import { printSquare } from './square.js';
import { encodeProbability } from './wire.js';

type Cell = readonly [piece: string, probability: number, wire: number];
type Ply = {
  readonly by: 'white' | 'black';
  readonly op: 'move' | 'split' | 'merge';
  readonly args: readonly string[];
  readonly error: string | null;
  readonly capture: boolean;
  readonly log: readonly string[];
  readonly nextWhite: boolean;
  readonly boardDelta: { readonly [square: string]: Cell | null };
  readonly quantum: readonly { readonly fragments: readonly string[]; readonly entangled: readonly string[] }[];
};
type RecordedGame = {
  readonly seed: number;
  readonly boardFile: string;
  readonly initial: { readonly [square: string]: Cell };
  readonly plies: readonly Ply[];
};

/** Recorded from the original engine, its coin always choosing the first target. */
const GAMES: readonly RecordedGame[] = gunzipSync(
  readFileSync(new URL('../../../../testdata/quantum-fragments-games.jsonl.gz', import.meta.url)),
)
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as RecordedGame);

const LETTER = { move: 'm', split: 's', merge: 'h' } as const;

describe('every game recorded from the original goes the same way here, ply for ply', () => {
  test.each(GAMES.map((game) => [game.seed, game.boardFile, game] as const))('game %i on %s', (_, __, game) => {
    const squares = new Map(Object.entries(game.initial));
    let position = start(game);
    expect(squaresOf(position)).toEqual(sorted(squares));
    for (const [index, ply] of game.plies.entries()) {
      for (const [square, cell] of Object.entries(ply.boardDelta)) {
        if (cell === null) squares.delete(square);
        else squares.set(square, cell);
      }
      const move = unwrap(parseFragmentsMove([LETTER[ply.op], ...ply.args].join(' ')));
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
  });
});

function start(game: RecordedGame): FragmentsPosition {
  const board = unwrap(parseBoardFile(fileOf(game)));
  return { board, turn: 'white', ply: 0, winner: null, free: false, belief: [], world: {} };
}

function fileOf({ initial }: RecordedGame): string {
  return Object.entries(initial)
    .map(([square, [piece]]) => `${piece[1]}${square}${piece[0]}`)
    .join('\n');
}

function squaresOf({ board }: FragmentsPosition): unknown {
  return sorted(
    new Map(
      board.men.flatMap((man) =>
        man.fragments.map(({ square, probability }) => {
          const piece = `${man.color === 'white' ? 'W' : 'B'}${LETTERS[man.role]}`;
          return [printSquare(square), [piece, probability, encodeProbability(probability)] as const];
        }),
      ),
    ),
  );
}

/** The recording has ten significant digits of each probability. */
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
        fragments: man.fragments.map(({ square }) => printSquare(square)),
        entangled: partnersOf(board, man.fragments[0]!.square).map(printSquare),
      };
    })
    .sort((a, b) => a.first - b.first)
    .map(({ fragments, entangled }) => ({ fragments, entangled }));
}
