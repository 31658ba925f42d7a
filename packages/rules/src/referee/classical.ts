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
import { whatExploded, whatMoves } from './classical/happened.js';
import { open, readSetup } from './classical/opening.js';
import {
  boardAt,
  type ClassicalPosition,
  checkedAt,
  type Opening,
  outcomeAt,
  playedApart,
  playedOn,
  withOtherTurn,
} from './classical/position.js';
import { glanceOf, viewOf } from './classical/view.js';
import type { Chance, Referee, RulesetCard, Ruling, Setup, Start } from './port.js';

export type { ClassicalPosition } from './classical/position.js';

/** A referee that answers at once. */
export interface ClassicalReferee extends Referee<ClassicalPosition> {
  start(setup: Setup, chance: Chance): Result<Start<ClassicalPosition>, Refusal>;
  judge(position: ClassicalPosition, move: string, chance?: Chance): Result<Ruling<ClassicalPosition>, Refusal>;
}

/** The referee of any ruleset that can be compiled; moves are read as UCI, SAN or the long form. */
export function classicalReferee(ruleset: Ruleset): ClassicalReferee {
  const { tables } = compile(ruleset);
  // Analysis goes on after the end, so the generator must not ask for it.
  const endless: Tables = { ...tables, hasEarlyEnd: false };
  const opened = (opening: Opening): ClassicalPosition => open(opening.free ? endless : tables, opening);
  return {
    about: cardOf(ruleset),
    start(setup, chance) {
      const opening = readSetup(tables, setup, chance);
      return opening.ok ? ok({ position: opened(opening.value), record: { open: opening.value } }) : opening;
    },
    judge,
    resume: (record) => opened(record.open as Opening),
    replay: (position, record) => playOn(position, unwrap(readMove(position, record.open as string))),
    view: viewOf,
    glance: glanceOf,
    snapshot: (position) => ({ ...position.line.opening, moves: movesTo(position) }),
    restore(snapshot) {
      const { moves, ...opening } = snapshot as Opening & { readonly moves: readonly string[] };
      return moves.reduce((position, move) => playOn(position, unwrap(readMove(position, move))), opened(opening));
    },
  };
}

function cardOf({ name, title, summary, board, pieces }: Ruleset): RulesetCard {
  const roles = Object.entries(pieces).map(([role, { letter }]) => ({ role, letter: letter.toUpperCase() }));
  return { name, title, summary, ...board, roles };
}

function judge(position: ClassicalPosition, text: string): Result<Ruling<ClassicalPosition>, Refusal> {
  const outcome = position.line.opening.free ? null : outcomeAt(position);
  if (outcome !== null) {
    return err(refusal('game/over', `The game is over: ${outcome.by.replaceAll('-', ' ')}.`, { outcome }));
  }
  const read = readMove(position, text);
  if (!read.ok) return read;
  // All that is told of the board before the move: afterwards it stands elsewhere.
  const { before, move } = read.value;
  const { free } = position.line.opening;
  const plain = free ? formatSan(before, move) : formatSanPlain(before, move);
  const happened = whatMoves(before, move);
  const after = playOn(position, read.value);
  const isCheck = checkedAt(after).length > 0;
  for (const exploded of whatExploded(boardAt(after))) happened.push(exploded);
  if (isCheck) happened.push({ kind: 'checked', color: turnOf(boardAt(after)) });
  return ok({
    after,
    record: { open: after.move },
    // In analysis no end is marked, so the outcome by the rules would mark too much.
    notation: free ? plain : plain + sanMark(outcomeAt(after), isCheck),
    happened,
    usedChance: false,
  });
}

/** A move together with the board it is played on, which in analysis may have the turn passed. */
type ReadMove = { readonly before: Position; readonly move: Move };

function readMove(position: ClassicalPosition, text: string): Result<ReadMove, Refusal> {
  const board = boardAt(position);
  const read = parseMove(board, text);
  if (read.ok) return ok({ before: board, move: read.value });
  if (!position.line.opening.free) return read;
  const turned = withOtherTurn(board);
  const other = parseMove(turned, text);
  if (other.ok) return ok({ before: turned, move: other.value });
  // Of two refusals, the one about the side that is meant to move tells more.
  return OTHER_SIDE_MEANT.has(read.error.code) ? other : read;
}

const OTHER_SIDE_MEANT = new Set(['move/not-your-piece', 'move/no-such-piece']);

function playOn(position: ClassicalPosition, { before, move }: ReadMove): ClassicalPosition {
  const uci = formatUci(before, move);
  if (!position.line.opening.free) return playedOn(position, uci, move);
  // A passed turn cannot be taken back on the board.
  const board = clonePosition(before);
  play(board, move);
  return playedApart(position, uci, move, board);
}

/** The moves from the start to this position, as UCI. */
function movesTo(position: ClassicalPosition): string[] {
  const moves: string[] = [];
  for (let at = position; at.before !== null; at = at.before) moves.push(at.move);
  return moves.reverse();
}
