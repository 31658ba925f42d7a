import { err, ok, type Result, unwrap } from '@chessmith/std';
import type { Tables } from '../compile/tables.js';
import { play } from '../engine/play.js';
import { clonePosition, type Position } from '../engine/position.js';
import { compile, type Move, turnOf } from '../engine.js';
import { parseMove } from '../notation/move.js';
import { formatSan, formatSanPlain, sanMark } from '../notation/san.js';
import { formatUci } from '../notation/uci.js';
import { type Refusal, refusal } from '../refusal.js';
import type { Ruleset } from '../ruleset.js';
import { explosionsOf, happeningsOfMove } from './classical/happened.js';
import {
  afterMove,
  afterMoveOnCopy,
  boardAt,
  type ClassicalPosition,
  checkedAt,
  outcomeAt,
  type StartRecord,
  withOtherTurn,
} from './classical/position.js';
import { firstPosition, readSetup } from './classical/read-setup.js';
import { glanceOf, viewOf } from './classical/view.js';
import type { Chance, Referee, RefereeCost, RulesetCard, Ruling, Setup, Start } from './port.js';

export type { ClassicalPosition } from './classical/position.js';

/** A referee whose `start` and `judge` are synchronous. */
export interface ClassicalReferee extends Referee<ClassicalPosition> {
  start(setup: Setup, chance: Chance): Result<Start<ClassicalPosition>, Refusal>;
  judge(position: ClassicalPosition, move: string, chance?: Chance): Result<Ruling<ClassicalPosition>, Refusal>;
  readonly cost: Required<Pick<RefereeCost<ClassicalPosition>, 'glance'>>;
}

/** The referee for any compiled ruleset; it reads moves as UCI, SAN or long algebraic notation. */
export function classicalReferee(ruleset: Ruleset): ClassicalReferee {
  const { tables } = compile(ruleset);
  // Analysis continues after the end of a game, so the move generator must not stop there.
  const endless: Tables = { ...tables, hasEarlyEnd: false };
  const positionAt = (start: StartRecord): ClassicalPosition => firstPosition(start.free ? endless : tables, start);
  return {
    about: cardOf(ruleset),
    start(setup, chance) {
      const start = readSetup(tables, setup, chance);
      return start.ok ? ok({ position: positionAt(start.value), record: { open: start.value } }) : start;
    },
    judge,
    resume: (record) => positionAt(record.open as StartRecord),
    replay: (position, record) => playOn(position, unwrap(readMove(position, record.open as string))),
    view: viewOf,
    snapshot: (position) => ({ ...position.shared.start, moves: movesTo(position) }),
    restore(snapshot) {
      const { moves, ...start } = snapshot as StartRecord & { readonly moves: readonly string[] };
      return moves.reduce((position, move) => playOn(position, unwrap(readMove(position, move))), positionAt(start));
    },
    cost: { glance: glanceOf },
  };
}

function cardOf({ name, title, summary, board, pieces }: Ruleset): RulesetCard {
  const roles = Object.entries(pieces).map(([role, { letter }]) => ({ role, letter: letter.toUpperCase() }));
  return { name, title, summary, ...board, roles };
}

function judge(position: ClassicalPosition, text: string): Result<Ruling<ClassicalPosition>, Refusal> {
  const outcome = position.shared.start.free ? null : outcomeAt(position);
  if (outcome !== null) {
    return err(refusal('game/over', `The game is over: ${outcome.by.replaceAll('-', ' ')}.`, { outcome }));
  }
  const read = readMove(position, text);
  if (!read.ok) return read;
  // Read everything from the board before the move, because `playOn` changes that board.
  const { before, move } = read.value;
  const { free } = position.shared.start;
  const plain = free ? formatSan(before, move) : formatSanPlain(before, move);
  const happened = happeningsOfMove(before, move);
  const after = playOn(position, read.value);
  const isCheck = checkedAt(after).length > 0;
  for (const exploded of explosionsOf(boardAt(after))) happened.push(exploded);
  if (isCheck) happened.push({ kind: 'checked', color: turnOf(boardAt(after)) });
  return ok({
    after,
    record: { open: after.move },
    // Analysis may continue after mate, so only `formatSan` decides the mark.
    notation: free ? plain : plain + sanMark(outcomeAt(after), isCheck),
    happened,
    usedChance: false,
  });
}

/** A move and the board it is played on; in analysis, the turn on that board may have been passed. */
type ReadMove = { readonly before: Position; readonly move: Move };

function readMove(position: ClassicalPosition, text: string): Result<ReadMove, Refusal> {
  const board = boardAt(position);
  const read = parseMove(board, text);
  if (read.ok) return ok({ before: board, move: read.value });
  if (!position.shared.start.free) return read;
  const turned = withOtherTurn(board);
  const other = parseMove(turned, text);
  if (other.ok) return ok({ before: turned, move: other.value });
  // If the other side was meant to move, its refusal is more helpful.
  return OTHER_SIDE_MEANT.has(read.error.code) ? other : read;
}

const OTHER_SIDE_MEANT = new Set(['move/not-your-piece', 'move/no-such-piece']);

function playOn(position: ClassicalPosition, { before, move }: ReadMove): ClassicalPosition {
  const uci = formatUci(before, move);
  if (!position.shared.start.free) return afterMove(position, uci, move);
  // `undo` cannot restore a passed turn, so analysis plays each move on a copy.
  const board = clonePosition(before);
  play(board, move);
  return afterMoveOnCopy(position, uci, move, board);
}

/** The moves from the start to this position, in UCI notation. */
function movesTo(position: ClassicalPosition): string[] {
  const moves: string[] = [];
  for (let at = position; at.before !== null; at = at.before) moves.push(at.move);
  return moves.reverse();
}
