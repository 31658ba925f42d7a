import {
  formatPgn,
  type GameRecord,
  noteAt,
  type Outcome,
  type PgnResult,
  parsePgn,
  type Refusal,
  refusal,
  startOf,
} from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { START_FEN } from './qfen.js';

/*
 * A game of this ruleset in PGN: `[Variant "Quantum"]`, moves in our notation, `{blocked}` after a move that was measured
 * and not played, `{collapsed <occupancy>}` after one at which the fifty-move rule measured everything.
 */

export const PGN_VARIANT = 'Quantum';

/** A start and the moves from there, as in a game's records: `b1wc3.m0`, and `~<occupancy>` where everything was measured. */
export type WrittenGame = { readonly start: string; readonly moves: readonly string[] };

/** A whole game; null for one that goes on. */
export function formatQuantumPgn({ start, moves }: WrittenGame, outcome: Outcome | null): string {
  const result = resultOf(outcome);
  const setUp = start === START_FEN ? [] : [tag('SetUp', '1'), tag('FEN', start)];
  const notes = moves.flatMap((open, at) => {
    const comments = commentsOn({ open });
    return comments.length === 0 ? [] : [{ at, nags: [], comments, variations: [] }];
  });
  return formatPgn({
    tags: [tag('Result', result), tag('Variant', PGN_VARIANT), ...setUp],
    line: { before: [], moves: moves.map((move) => move.split('~')[0]!), notes },
    result,
  });
}

/** Reads the first game of the text. Whether its moves can be played is another question. */
export function parseQuantumPgn(text: string): Result<WrittenGame, Refusal> {
  const [game] = parsePgn(text, LIMITS);
  if (game === undefined) return err(refusal('quantum/bad-pgn', 'There is no game in this PGN.'));
  if (!game.ok) return game;
  const { fen = START_FEN, variant } = startOf(game.value);
  if (variant?.toLowerCase() !== PGN_VARIANT.toLowerCase()) {
    return err(refusal('quantum/bad-pgn', `This PGN is not of [Variant "${PGN_VARIANT}"].`));
  }
  const { line } = game.value;
  const moves = line.moves.map((move, at) => {
    const collapsed = noteAt(line, at)?.comments.map((comment) => COLLAPSED.exec(comment)?.[1]);
    const occupancy = collapsed?.find((one) => one !== undefined);
    return occupancy === undefined ? move : `${move}~${occupancy}`;
  });
  const before = lineIn(fen);
  return ok({ start: before.start, moves: [...before.moves, ...moves] });
}

/** Reads a start, alone or followed by `moves` and moves. */
export function lineIn(text: string): WrittenGame {
  const [, start = '', moves = ''] = /^(.*?)(?:\smoves(?:\s(.*))?)?$/s.exec(text.trim())!;
  return {
    start: start === 'startpos' ? START_FEN : start,
    moves: moves.split(/\s+/).filter((move) => move !== ''),
  };
}

/** What PGN says behind a move. */
export function commentsOn({ open }: GameRecord): readonly string[] {
  const [move = '', occupancy] = String(open).split('~');
  return [...(move.endsWith('.m0') ? ['blocked'] : []), ...(occupancy === undefined ? [] : [`collapsed ${occupancy}`])];
}

/** How PGN writes an outcome; `*` while there is none. */
export function resultOf(outcome: Outcome | null): PgnResult {
  if (outcome === null) return '*';
  return outcome.kind === 'draw' ? '1/2-1/2' : outcome.winner === 'white' ? '1-0' : '0-1';
}

const tag = (name: string, value: string) => ({ name, value });
const COLLAPSED = /^collapsed ([0-9a-f]{16})$/;
/** A start with some hundred states is a long tag. */
const LIMITS = { maxTagLength: 65_536 };
