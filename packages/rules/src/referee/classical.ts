import { err, ok, type Result, unwrap } from '@chessmith/std';
import type { Tables } from '../compile/tables.js';
import { outcomeOf } from '../engine/outcome.js';
import { play } from '../engine/play.js';
import { clonePosition, type Position } from '../engine/position.js';
import { compile, type Move } from '../engine.js';
import { parseMove } from '../notation/move.js';
import { formatSan } from '../notation/san.js';
import { formatUci } from '../notation/uci.js';
import { type Refusal, refusal } from '../refusal.js';
import type { Ruleset } from '../ruleset.js';
import { happenedIn } from './classical/happened.js';
import { open, readSetup } from './classical/opening.js';
import { type ClassicalPosition, type Opening, withOtherTurn } from './classical/position.js';
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
    snapshot: ({ opening, past }) => ({ ...opening, moves: movesOf(past) }),
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
  const { board, opening } = position;
  const outcome = opening.free ? null : outcomeOf(board, opening.profile);
  if (outcome !== null) {
    return err(refusal('game/over', `The game is over: ${outcome.by.replaceAll('-', ' ')}.`, { outcome }));
  }
  const read = readMove(position, text);
  if (!read.ok) return read;
  const { before, move } = read.value;
  const after = playOn(position, read.value);
  return ok({
    after,
    record: { open: after.past!.move },
    notation: formatSan(before, move),
    happened: happenedIn(before, move, after.board),
    usedChance: false,
  });
}

/** A move together with the board it is played on, which in analysis may have the turn passed. */
type ReadMove = { readonly before: Position; readonly move: Move };

function readMove({ board, opening }: ClassicalPosition, text: string): Result<ReadMove, Refusal> {
  const read = parseMove(board, text);
  if (read.ok) return ok({ before: board, move: read.value });
  if (!opening.free) return read;
  const turned = withOtherTurn(board);
  const other = parseMove(turned, text);
  if (other.ok) return ok({ before: turned, move: other.value });
  // Of two refusals, the one about the side that is meant to move tells more.
  return OTHER_SIDE_MEANT.has(read.error.code) ? other : read;
}

const OTHER_SIDE_MEANT = new Set(['move/not-your-piece', 'move/no-such-piece']);

function playOn({ opening, past }: ClassicalPosition, { before, move }: ReadMove): ClassicalPosition {
  const board = clonePosition(before);
  play(board, move);
  return { board, opening, past: { move: formatUci(before, move), before: past } };
}

function movesOf(past: ClassicalPosition['past']): string[] {
  const moves: string[] = [];
  for (let at = past; at !== null; at = at.before) moves.push(at.move);
  return moves.reverse();
}
