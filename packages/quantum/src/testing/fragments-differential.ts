import { type Random, seededRandom, unwrap } from '@chessmith/std';
import { expect } from 'vitest';
import { DEFAULT_BOARD, parseBoardFile } from '../fragments/board-file.js';
import { LETTERS } from '../fragments/chessman.js';
import { logLines } from '../fragments/log-lines.js';
import { formatProtocolMove, parseFragmentsMove } from '../fragments/move-notation.js';
import { type FragmentsPosition, play } from '../fragments/position.js';
import { randomMove } from '../fragments/random-move.js';
import { formatProtocolSquare, type Square } from '../fragments/square.js';
import { fragmentsOracle, UndefinedInOriginal } from './fragments-oracle.js';

const BOARDS = [
  DEFAULT_BOARD,
  'TA1W\nKE1W\nTH1W\nQA2W\nQB7W\nTA8B\nKE8B\nTH8B\nQA7B',
  'TA1W\nKE1W\nPA2W\nPG5W\nKE7B\nQC3B\nBF1B',
  'QD1W\nHB1W\nHG1W\nBC1W\nKA1W\nQD8B\nHB8B\nHG8B\nBF8B\nKH8B',
  'TA1W\nTH1W\nKE1W\nQD4W\nTA8B\nTH8B\nKE8B\nQD5B\nBC4B\nBF5W',
];

export type Compared = { plies: number; refused: number; measured: number; unknown: number };

/** Plays random games on the engine and on the oracle; throws if they differ. */
export function compareFragments(random: Random, games: number): Compared {
  const compared = { plies: 0, refused: 0, measured: 0, unknown: 0 };
  for (let game = 0; game < games; game++) {
    try {
      compareGame(seededRandom(random.int(2 ** 31)), BOARDS[game % BOARDS.length]!, compared);
    } catch (error) {
      if (!(error instanceof UndefinedInOriginal)) throw error;
      compared.unknown += 1;
    }
  }
  return compared;
}

function compareGame(random: Random, board: string, compared: Compared): void {
  const oracle = fragmentsOracle(board);
  let position: FragmentsPosition = {
    board: unwrap(parseBoardFile(board)),
    turn: 'white',
    ply: 0,
    winner: null,
    free: false,
    belief: [],
    world: {},
  };
  const played: string[] = [];
  for (let ply = 0; ply < 80 && position.winner === null; ply++) {
    const legal = random.int(4) === 0 ? undefined : randomMove(position, { int: random.int, real: random.next });
    const text =
      legal === undefined ? anything(position, random) : formatProtocolMove(unwrap(parseFragmentsMove(legal)));
    played.push(text);
    const told = oracle.play(text);
    const ours = play(position, unwrap(parseFragmentsMove(text)), () => 0);
    const where = played.join(', ');
    expect(ours.ok ? null : ours.error.message, where).toBe(told.error);
    if (!ours.ok) {
      compared.refused += 1;
      continue;
    }
    position = ours.value.after;
    compared.plies += 1;
    if (ours.value.measured.length > 0) compared.measured += 1;
    expect(logLines(ours.value.happened).sort(), where).toEqual([...told.log].sort());
    expect(position.turn === 'white', where).toBe(oracle.whiteMoves());
    expect(menOf(position), where).toEqual(oracle.men());
  }
}

/** A random text near the pieces, so that all kinds of refusals occur. */
function anything({ board }: FragmentsPosition, random: Random): string {
  const squares = board.men.flatMap(({ fragments }) => fragments.map(({ square }) => formatProtocolSquare(square)));
  const some = () => (random.int(3) === 0 ? random.pick(squares) : formatProtocolSquare(random.int(64) as Square));
  const from = random.pick(squares);
  const spread = board.men.filter(({ fragments }) => fragments.length > 1).flatMap(({ fragments }) => fragments);
  const partner = spread.length === 0 ? some() : formatProtocolSquare(random.pick(spread).square);
  return random.pick([`m ${from} ${some()}`, `s ${from} ${some()} ${some()}`, `h ${from} ${partner} ${some()}`]);
}

const menOf = ({ board }: FragmentsPosition): readonly string[] =>
  board.men
    .map(({ role, color, fragments }) => {
      const places = fragments.map(
        ({ square, probability }) => `${formatProtocolSquare(square)}:${probability.toPrecision(10)}`,
      );
      return `${color === 'white' ? 'W' : 'B'}${LETTERS[role]} ${places.join(' ')}`;
    })
    .sort();
