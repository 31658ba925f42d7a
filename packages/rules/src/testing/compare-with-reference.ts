import { type Random, unwrap } from '@chessmith/std';
import { compileTables } from '../compile/compile.js';
import type { Tables } from '../compile/tables.js';
import { countLegal } from '../engine/generate-legal.js';
import { play, undo } from '../engine/play.js';
import { clonePosition, hashOf, type Position, ROYAL, ROYALS, rehash } from '../engine/position.js';
import { setUp } from '../engine/set-up.js';
import { compile, legalMoves, startFen } from '../engine.js';
import { formatFen, parseFen } from '../notation/fen.js';
import type { Ruleset } from '../ruleset.js';
import { moveName } from './move-name.js';
import { randomFen } from './random-fen.js';
import { referenceGame } from './reference-game.js';
import { afterReferenceMove, referenceMoves } from './reference-moves.js';

/**
 * Plays one random game and throws at the first position in which the engine contradicts itself or the reference
 * implementation. Returns the plies played.
 */
export function compareWithReference(ruleset: Ruleset, random: Random, longest: number): number {
  const { tables } = compile(ruleset);
  const number = typeof ruleset.start === 'string' ? undefined : random.int(960);
  const randomStart = random.boolean() ? randomFen(tables, random) : null;
  const fields = unwrap(parseFen(tables, randomStart ?? unwrap(startFen(ruleset, number))));
  const position = setUp(tables, fields);
  const twin = setUp(withoutBitboards(ruleset), fields);
  let reference = referenceGame(ruleset, fields);
  for (let ply = 0; ply < longest; ply++) {
    const moves = legalMoves(position);
    const expected = referenceMoves(reference);
    agree(position, 'brute force', namesOf(position, moves), expected.map(({ name }) => name).sort());
    agree(position, 'the generator without bits', namesOf(position, moves), namesOf(twin, legalMoves(twin)));
    agree(position, 'counting', moves.length, countLegal(position, new Int32Array(tables.maxMoves), 0));
    // A FEN does not say which pieces have not moved.
    if (!tables.tracksUnmoved) checkReading(position);
    checkUndo(position, moves);
    if (moves.length === 0) return ply;
    const move = random.pick(moves);
    reference = afterReferenceMove(reference, expected.find(({ name }) => name === moveName(position, move))!);
    play(position, move);
    play(twin, move);
    checkHash(position);
  }
  return longest;
}

const tablesWithoutBitboards = new WeakMap<Ruleset, Tables>();

/** The tables of a ruleset without bitboards, compiled once. */
function withoutBitboards(ruleset: Ruleset): Tables {
  const tables = tablesWithoutBitboards.get(ruleset) ?? compileTables(ruleset, { bits: false });
  tablesWithoutBitboards.set(ruleset, tables);
  return tables;
}

const namesOf = (position: Position, moves: readonly number[]): readonly string[] =>
  moves.map((move) => moveName(position, move)).sort();

function agree(position: Position, about: string, ours: unknown, theirs: unknown): void {
  const [mine, yours] = [JSON.stringify(ours), JSON.stringify(theirs)];
  if (mine === yours) return;
  throw new Error(
    `${about} in ${position.tables.ruleset.name} ${formatFen(position)}\n  engine ${mine}\n  other  ${yours}`,
  );
}

/** Every FEN written reads back to an equal position. */
function checkReading(position: Position): void {
  for (const shredder of [false, true]) {
    const fen = formatFen(position, { shredder });
    const read = setUp(position.tables, unwrap(parseFen(position.tables, fen)));
    agree(position, `reading ${fen}`, face(position), face(read));
  }
}

/** For every move, play then undo restores everything. */
function checkUndo(position: Position, moves: readonly number[]): void {
  const before = everything(position);
  for (const move of moves) {
    play(position, move);
    checkHash(position);
    undo(position);
    agree(position, `taking back ${moveName(position, move)}`, everything(position), before);
  }
}

/** The incremental hash equals the hash computed from scratch. */
function checkHash(position: Position): void {
  const again = clonePosition(position);
  rehash(again);
  agree(position, 'the hash', hashOf(position), hashOf(again));
}

const face = (position: Position): string => [hashOf(position), formatFen(position), position.board.join()].join(' ');

function everything(position: Position): string {
  const { cells, counts, pockets, promotedFrom, unmoved, removed } = position;
  // With several royal pieces, the engine may point at any of them.
  const remembered = cells.map((cell, i) =>
    (i === ROYAL || i === ROYAL + 1) && cells[i - ROYAL + ROYALS]! > 1 ? -2 : cell,
  );
  return [remembered, counts, pockets, promotedFrom, unmoved, removed].map((part) => part.join()).join(' ');
}
