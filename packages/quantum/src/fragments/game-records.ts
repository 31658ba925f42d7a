import type { Chance, Color, GameRecord, Refusal, Setup, Start } from '@chessmith/rules';
import { err, mapOk, ok, type Result, unwrap } from '@chessmith/std';
import { NO_SECRETS } from './belief.js';
import { parseBoardFile } from './board-file.js';
import { parseFragmentsMove } from './move-notation.js';
import { type FragmentsPosition, type MeasurementResult, redraw, replay } from './position.js';
import type { Coin, World } from './world.js';

/** The public part of a stored start. */
export type PublicStart = {
  readonly board: string;
  readonly unmoved?: readonly string[];
  /** Present only if black begins. */
  readonly turn?: Color;
  readonly free?: boolean;
  /** Moves played from the board before the game began. */
  readonly moves?: readonly PublicMove[];
};
export type PublicMove = { readonly move: string; readonly measured?: readonly MeasurementResult[] };

/** The secret of a split is its coin; a start that continues another game draws a whole world instead. */
export type Secret = { readonly coin?: Coin; readonly world?: World };

/**
 * Starts a game from a board file. After its pieces, the file may list moves with their measurement results, one per
 * line: `= a3c4 a3+ c4-`. Their coins are unknown, so the new game draws its own secret with the probabilities implied
 * by the results.
 */
export function startOf(setup: Setup, board: string, chance: Chance): Result<Start<FragmentsPosition>, Refusal> {
  if (setup.number !== undefined) {
    return err({
      code: 'quantum/no-numbered-starts',
      message: 'this ruleset has no numbered starts; leave out the number',
    });
  }
  const text = setup.position ?? board;
  const lines = text.split(/\r\n|\r|\n/);
  const moves = lines.filter((line) => line.startsWith('=')).map(parseLine);
  const bad = moves.find((move) => !move.ok);
  if (bad !== undefined && !bad.ok) return bad;
  const record: PublicStart = {
    board: moves.length === 0 ? text : lines.filter((line) => !line.startsWith('=')).join('\n'),
    ...(setup.unmoved === undefined ? {} : { unmoved: setup.unmoved }),
    ...(setup.turn === 'black' ? { turn: setup.turn } : {}),
    ...(setup.free === true ? { free: true } : {}),
    ...(moves.length === 0 ? {} : { moves: moves.map(unwrap) }),
  };
  return mapOk(open(record), (position) => {
    if (position.world !== null) return { position, record: { open: record } };
    const known = redraw(position, chance);
    return { position: known, record: { open: record, secret: { world: known.world ?? {} } } };
  });
}

/** The position of a stored start. */
export function positionOfStart({ open: start, secret }: GameRecord): FragmentsPosition {
  const position = unwrap(open(start as PublicStart));
  const { world } = (secret ?? {}) as Secret;
  return world === undefined ? position : { ...position, world };
}

/** Replays a stored move. */
export function replayMove(
  position: FragmentsPosition,
  { move, measured = [] }: PublicMove,
  coin: Coin | null,
): Result<FragmentsPosition, Refusal> {
  const choice = parseFragmentsMove(move);
  return choice.ok ? mapOk(replay(position, choice.value, measured, coin), ({ after }) => after) : choice;
}

/** A set-up for a new game that continues after these moves, with a new secret. */
export function branch(start: GameRecord, moves: readonly GameRecord[]): Pick<Setup, 'position' | 'turn' | 'unmoved'> {
  const { board, turn, unmoved, moves: before = [] } = start.open as PublicStart;
  const played = [...before, ...moves.map(({ open }) => open as PublicMove)];
  return {
    position: [board.trimEnd(), ...played.map(formatLine), ''].join('\n'),
    ...(turn === undefined ? {} : { turn }),
    ...(unmoved === undefined ? {} : { unmoved }),
  };
}

function open({ board, unmoved, turn, free, moves = [] }: PublicStart): Result<FragmentsPosition, Refusal> {
  const parsed = parseBoardFile(board, unmoved);
  if (!parsed.ok) return parsed;
  let position: FragmentsPosition = {
    board: parsed.value,
    turn: turn ?? 'white',
    ply: 0,
    winner: null,
    free: free === true,
    belief: NO_SECRETS,
    world: {},
  };
  for (const [index, move] of moves.entries()) {
    const after = replayMove(position, move, null);
    if (!after.ok) return badLine(index, move.move, after.error.message);
    position = after.value;
  }
  return ok({ ...position, ply: 0 });
}

const formatLine = ({ move, measured = [] }: PublicMove): string =>
  ['=', move, ...measured.map(formatOutcome)].join(' ');

const formatOutcome = ({ on, found }: MeasurementResult): string => `${on}${found ? '+' : '-'}`;

/** PGN comment after a move with measurements: `f6- d5+`, in the order of measurement. */
export function pgnCommentsOf({ open }: GameRecord): readonly string[] {
  const { measured = [] } = open as PublicMove;
  return measured.length === 0 ? [] : [measured.map(formatOutcome).join(' ')];
}

function parseLine(line: string, index: number): Result<PublicMove, Refusal> {
  const match = /^=\s*(\S+)((?:\s+[a-h][1-8][+-])*)\s*$/.exec(line);
  if (match === null) return badLine(index, line, 'write it like "= a3c4 a3+ c4-"');
  const measured = match[2]!
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  return ok({
    move: match[1]!,
    ...(measured.length === 0
      ? {}
      : { measured: measured.map((word) => ({ on: word.slice(0, 2), found: word[2] === '+' })) }),
  });
}

function badLine(index: number, move: string, why: string): Result<never, Refusal> {
  const facts = { ply: index + 1, move: move.slice(0, 40), detail: why };
  return err({ code: 'quantum/bad-line', message: `move ${index + 1} cannot be played: ${why}`, facts });
}
