import {
  formatPgn,
  type GameRecord,
  noteAt,
  type Outcome,
  type PgnResult,
  parsePgn,
  pgnStartOf,
  type Refusal,
  refusal,
} from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { START_FEN } from './qfen.js';

/*
 * A game in PGN: `[Variant "Quantum"]`, moves in our notation, `{blocked}` after a move that was measured and not
 * played, `{collapsed <occupancy>}` after a move at which the fifty-move rule measured everything.
 */

export const PGN_VARIANT = 'Quantum';

/** A start and its moves, as in a game's records: `b1wc3.m0`, with `~<occupancy>` where everything was measured. */
export type WrittenGame = { readonly start: string; readonly moves: readonly string[] };

/** A whole game; `outcome` is null while it continues. */
export function formatQuantumPgn({ start, moves }: WrittenGame, outcome: Outcome | null): string {
  const result = pgnResultOf(outcome);
  const setUp = start === START_FEN ? [] : [tag('SetUp', '1'), tag('FEN', start)];
  const notes = moves.flatMap((open, at) => {
    const comments = pgnCommentsOf({ open });
    return comments.length === 0 ? [] : [{ at, nags: [], comments, variations: [] }];
  });
  return formatPgn({
    tags: [tag('Result', result), tag('Variant', PGN_VARIANT), ...setUp],
    line: { before: [], moves: moves.map((move) => move.split('~')[0]!), notes },
    result,
  });
}

/** Reads the first game of the text without checking its moves. */
export function parseQuantumPgn(text: string): Result<WrittenGame, Refusal> {
  const [game] = parsePgn(text, LIMITS);
  if (game === undefined) return err(refusal('quantum/bad-pgn', 'This PGN contains no game.'));
  if (!game.ok) return game;
  const { fen = START_FEN, variant } = pgnStartOf(game.value);
  if (variant?.toLowerCase() !== PGN_VARIANT.toLowerCase()) {
    return err(
      refusal('quantum/bad-pgn', `This PGN is not a game of quantum chess; its tags need [Variant "${PGN_VARIANT}"].`, {
        tag: 'Variant',
        expected: PGN_VARIANT,
      }),
    );
  }
  const { line } = game.value;
  const moves = line.moves.map((move, at) => {
    const collapsed = noteAt(line, at)?.comments.map((comment) => COLLAPSED.exec(comment)?.[1]);
    const occupancy = collapsed?.find((one) => one !== undefined);
    return occupancy === undefined ? move : `${move}~${occupancy}`;
  });
  const before = parseStartAndMoves(fen);
  return ok({ start: before.start, moves: [...before.moves, ...moves] });
}

/** Reads a start, optionally followed by `moves` and moves. */
export function parseStartAndMoves(text: string): WrittenGame {
  const [, start = '', moves = ''] = /^(.*?)(?:\smoves(?:\s(.*))?)?$/s.exec(text.trim())!;
  return {
    start: start === 'startpos' ? START_FEN : start,
    moves: moves.split(/\s+/).filter((move) => move !== ''),
  };
}

/** PGN comments after a move. */
export function pgnCommentsOf({ open }: GameRecord): readonly string[] {
  const [move = '', occupancy] = String(open).split('~');
  return [...(move.endsWith('.m0') ? ['blocked'] : []), ...(occupancy === undefined ? [] : [`collapsed ${occupancy}`])];
}

/** The PGN result of an outcome; `*` if there is none. */
export function pgnResultOf(outcome: Outcome | null): PgnResult {
  if (outcome === null) return '*';
  return outcome.kind === 'draw' ? '1/2-1/2' : outcome.winner === 'white' ? '1-0' : '0-1';
}

const tag = (name: string, value: string) => ({ name, value });
const COLLAPSED = /^collapsed ([0-9a-f]{16})$/;
/** A start with some hundred states makes a long tag. */
const LIMITS = { maxTagLength: 65_536 };
