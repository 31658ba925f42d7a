import { type Random, unwrap } from '@chessmith/std';
import { compileTables } from '../compile/compile.js';
import type { Tables } from '../compile/tables.js';
import { countLegal, generateLegal } from '../engine/legal.js';
import { play, undo } from '../engine/play.js';
import { clonePosition, hashOf, type Position, rehash } from '../engine/position.js';
import { setUp } from '../engine/set-up.js';
import { compile, legalMoves, positionFromFen, startFen } from '../engine.js';
import { formatFen, parseFen } from '../notation/fen.js';
import type { Ruleset } from '../ruleset.js';
import { moveName } from './move-name.js';
import { randomFen } from './random-fen.js';
import { slowGame } from './slow-game.js';
import { slowMoves, slowNext } from './slow-moves.js';

/** The engine's tables without its bit generator; one set per ruleset. */
const withoutBits = new Map<Ruleset, Tables>();

/**
 * Plays one random game and throws at the first position in which the engine contradicts itself or the slow second
 * opinion. Answers with the plies played.
 */
export function walkAlone(ruleset: Ruleset, random: Random, longest: number): number {
  const engine = compile(ruleset);
  const number = typeof ruleset.start === 'string' ? undefined : random.int(960);
  const thrown = random.boolean() ? randomFen(engine.tables, random) : null;
  const fen = thrown ?? unwrap(startFen(ruleset, number));
  const position = unwrap(positionFromFen(engine, fen));
  let slow = slowGame(ruleset, unwrap(parseFen(engine.tables, fen)));
  for (let ply = 0; ply < longest; ply++) {
    const moves = legalMoves(position);
    const names = moves.map((move) => moveName(position, move)).sort();
    const slowly = slowMoves(slow);
    agree(position, 'brute force', names, slowly.map(({ name }) => name).sort());
    agree(position, 'the generator without bits', names, namesWithoutBits(position));
    agree(position, 'counting', moves.length, countLegal(position, new Int32Array(position.tables.maxMoves), 0));
    checkReading(position);
    checkUndo(position, moves);
    if (moves.length === 0) return ply;
    const move = random.pick(moves);
    slow = slowNext(slow, slowly.find(({ name }) => name === moveName(position, move))!);
    play(position, move);
    checkHash(position);
  }
  return longest;
}

function agree(position: Position, about: string, ours: unknown, theirs: unknown): void {
  const [mine, yours] = [JSON.stringify(ours), JSON.stringify(theirs)];
  if (mine === yours) return;
  throw new Error(
    `${about} in ${position.tables.ruleset.name} ${formatFen(position)}\n  engine ${mine}\n  other  ${yours}`,
  );
}

function namesWithoutBits(position: Position): readonly string[] {
  const { ruleset } = position.tables;
  const tables = withoutBits.get(ruleset) ?? compileTables(ruleset, { bits: false });
  withoutBits.set(ruleset, tables);
  const twin = setUp(tables, unwrap(parseFen(tables, formatFen(position))), stillUnmoved(position));
  const moves = new Int32Array(tables.maxMoves);
  const end = generateLegal(twin, moves, 0);
  return Array.from(moves.subarray(0, end), (move) => moveName(twin, move)).sort();
}

/** A FEN does not tell who has not moved yet; a set-up may. */
const stillUnmoved = ({ tables, unmoved }: Position): readonly number[] | undefined =>
  tables.tracksUnmoved ? Array.from(unmoved.keys()).filter((square) => unmoved[square] === 1) : undefined;

/** Every FEN written is read back to an equal position. */
function checkReading(position: Position): void {
  for (const shredder of [false, true]) {
    const fen = formatFen(position, { shredder });
    const read = setUp(position.tables, unwrap(parseFen(position.tables, fen)), stillUnmoved(position));
    agree(position, `reading ${fen}`, face(position), face(read));
  }
}

/** Play then undo restores everything, for every move. */
function checkUndo(position: Position, moves: readonly number[]): void {
  const before = everything(position);
  for (const move of moves) {
    play(position, move);
    checkHash(position);
    undo(position);
    agree(position, `taking back ${moveName(position, move)}`, everything(position), before);
  }
}

/** The hash kept up to date is the hash computed from nothing. */
function checkHash(position: Position): void {
  const again = clonePosition(position);
  rehash(again);
  agree(position, 'the hash', hashOf(position), hashOf(again));
}

const face = (position: Position): string => [hashOf(position), formatFen(position), position.board.join()].join(' ');

const everything = (position: Position): string =>
  [position.cells, position.counts, position.pockets, position.promotedFrom, position.unmoved, position.removed]
    .map((part) => part.join())
    .join(' ');
