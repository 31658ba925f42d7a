import type { Chance, Color, GameRecord, Refusal, Setup, Start } from '@chessmith/rules';
import { err, mapOk, ok, type Result, unwrap } from '@chessmith/std';
import { NOTHING_HIDDEN } from './belief.js';
import { parseBoardFile } from './board-file.js';
import { parseFragmentsMove } from './move-notation.js';
import { type FragmentsPosition, type Outcome, redraw, replay } from './position.js';
import type { Coin, World } from './world.js';

/** What the facts store of a start and of a move. */
export type OpenStart = {
  readonly board: string;
  readonly unmoved?: readonly string[];
  /** Black, where he begins. */
  readonly turn?: Color;
  readonly free?: boolean;
  /** What was played from there before the game began. */
  readonly moves?: readonly OpenMove[];
};
export type OpenMove = { readonly move: string; readonly measured?: readonly Outcome[] };

/** The secret of a split is its coin; that of a position reached without coins is drawn as a whole. */
export type Secret = { readonly coin?: Coin; readonly world?: World };

/**
 * Opens a board file. Behind its pieces it may have moves with their outcomes, one a line: `= a3c4 a3+ c4-`. Their coins
 * are nobody's business: the secret of the new game is drawn, as likely as what was seen makes it.
 */
export function startOf(setup: Setup, board: string, chance: Chance): Result<Start<FragmentsPosition>, Refusal> {
  if (setup.number !== undefined) {
    return err({ code: 'quantum/no-numbered-starts', message: 'this ruleset has no numbered starts' });
  }
  const text = setup.position ?? board;
  const lines = text.split(/\r\n|\r|\n/);
  const moves = lines.filter((line) => line.startsWith('=')).map(parseLine);
  const bad = moves.find((move) => !move.ok);
  if (bad !== undefined && !bad.ok) return bad;
  const record: OpenStart = {
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

/** The position of a recorded start. */
export function openedBy({ open: start, secret }: GameRecord): FragmentsPosition {
  const position = unwrap(open(start as OpenStart));
  const { world } = (secret ?? {}) as Secret;
  return world === undefined ? position : { ...position, world };
}

/** Plays a recorded move again. */
export function follow(
  position: FragmentsPosition,
  { move, measured = [] }: OpenMove,
  coin: Coin | null,
): Result<FragmentsPosition, Refusal> {
  const choice = parseFragmentsMove(move);
  return choice.ok ? mapOk(replay(position, choice.value, measured, coin), ({ after }) => after) : choice;
}

/** A set-up from which another game goes on after these moves, with a secret of its own. */
export function branch(start: GameRecord, moves: readonly GameRecord[]): Pick<Setup, 'position' | 'turn' | 'unmoved'> {
  const { board, turn, unmoved, moves: before = [] } = start.open as OpenStart;
  const played = [...before, ...moves.map(({ open }) => open as OpenMove)];
  return {
    position: [board.trimEnd(), ...played.map(formatLine), ''].join('\n'),
    ...(turn === undefined ? {} : { turn }),
    ...(unmoved === undefined ? {} : { unmoved }),
  };
}

function open({ board, unmoved, turn, free, moves = [] }: OpenStart): Result<FragmentsPosition, Refusal> {
  const parsed = parseBoardFile(board, unmoved);
  if (!parsed.ok) return parsed;
  let position: FragmentsPosition = {
    board: parsed.value,
    turn: turn ?? 'white',
    ply: 0,
    winner: null,
    free: free === true,
    belief: NOTHING_HIDDEN,
    world: {},
  };
  for (const [index, move] of moves.entries()) {
    const after = follow(position, move, null);
    if (!after.ok) return badLine(index, move.move, after.error.message);
    position = after.value;
  }
  return ok({ ...position, ply: 0 });
}

const formatLine = ({ move, measured = [] }: OpenMove): string => ['=', move, ...measured.map(formatOutcome)].join(' ');

const formatOutcome = ({ on, found }: Outcome): string => `${on}${found ? '+' : '-'}`;

/** What PGN says behind a move that has measured: `f6- d5+`, in the order in which everybody saw it. */
export function commentsOn({ open }: GameRecord): readonly string[] {
  const { measured = [] } = open as OpenMove;
  return measured.length === 0 ? [] : [measured.map(formatOutcome).join(' ')];
}

function parseLine(line: string, index: number): Result<OpenMove, Refusal> {
  const match = /^=\s*(\S+)((?:\s+[a-h][1-8][+-])*)\s*$/.exec(line);
  if (match === null) return badLine(index, line, 'it is written "= a3c4 a3+ c4-"');
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
  const facts = { ply: index + 1, move: move.slice(0, 40) };
  return err({ code: 'quantum/bad-line', message: `move ${index + 1} of the line cannot be played: ${why}`, facts });
}
