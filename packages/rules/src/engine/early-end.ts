import { COLORS, type Color } from '../color.js';
import { pieceCode } from '../compile/codes.js';
import type { Tables } from '../compile/tables.js';
import { squareIndex } from '../geometry.js';
import type { Outcome, WinReason } from '../outcome.js';
import type { Ending } from '../ruleset.js';
import { generateUnended } from './legal.js';
import { play, undo } from './play.js';
import { CHECKS, COUNT, type Position, ROYAL, ROYALS, TURN } from './position.js';

/** Whether the game has ended although legal moves may be left: a king on the hill, an army captured … */
export const isEndedEarly = (position: Position): boolean => earlyEnd(position) !== null;

/** The outcome of the first such ending that applies, in the order of the ruleset. */
export function earlyEnd(position: Position): Outcome | null {
  const { endings } = position.tables.ruleset;
  for (let i = 0; i < endings.length; i++) {
    const outcome = holds(position, endings[i]!);
    if (outcome !== null) return outcome;
  }
  return null;
}

function holds(position: Position, ending: Ending): Outcome | null {
  const { state, tables } = position;
  switch (ending.kind) {
    case 'extinction':
      for (let color = 0; color < 2; color++) {
        if (ending.of === 'royal') {
          if (state[ROYALS + color] === 0) {
            const by = tables.blast === null ? 'king-captured' : 'king-exploded';
            return win(ending.result === 'win' ? color : color ^ 1, by);
          }
        } else if (state[COUNT + color] === 0) return win(ending.result === 'win' ? color : color ^ 1, 'pieces-gone');
      }
      return null;
    case 'reach':
      return reached(position, ending);
    case 'first-promotion':
      for (const role of promotionRoles(position)) {
        for (let color = 0; color < 2; color++) {
          const code = pieceCode(role, color);
          if (position.counts[code]! > tables.startCounts[code]!) return win(color, 'promotion');
        }
      }
      return null;
    case 'checks-given':
      for (let color = 0; color < 2; color++)
        if (state[CHECKS + color]! >= ending.count) return win(color, 'checks-given');
      return null;
    default:
      return null;
  }
}

const win = (color: number, by: WinReason): Outcome => ({ kind: 'win', winner: COLORS[color] as Color, by });

const promotionRoles = (position: Position): readonly number[] => {
  const roles: number[] = [];
  for (const to of position.tables.promotesTo) roles.push(...to);
  return roles;
};

function reached(position: Position, ending: Extract<Ending, { kind: 'reach' }>): Outcome | null {
  const white = isThere(position, ending, 0);
  const black = isThere(position, ending, 1);
  const by: WinReason = ending.reply ? 'race-won' : 'king-on-hill';
  if (white && black) return { kind: 'draw', by: 'race-tied' };
  if (black) return win(1, by);
  if (!white) return null;
  if (ending.reply && position.state[TURN] === 1 && canFollow(position, ending)) return null;
  return win(0, by);
}

function isThere(position: Position, ending: Extract<Ending, { kind: 'reach' }>, color: number): boolean {
  const { tables, board, state } = position;
  const code = pieceCode(tables.roles.indexOf(ending.role), color);
  // Most games have one royal piece far from the goal, so test its square before scanning the goal.
  if (tables.isRoyal[code] === 1 && state[ROYALS + color] === 1) {
    return goalOf(position, ending)[state[ROYAL + color]!] === 1;
  }
  const goal = goalOf(position, ending);
  for (let square = 0; square < tables.size; square++) if (goal[square] === 1 && board[square] === code) return true;
  return false;
}

/** Keyed by tables first: two rulesets may share an ending but not a board. */
const goals = new WeakMap<Tables, Map<Ending, Uint8Array>>();

function goalOf(position: Position, ending: Extract<Ending, { kind: 'reach' }>): Uint8Array {
  const { tables } = position;
  let known = goals.get(tables);
  if (known === undefined) {
    known = new Map();
    goals.set(tables, known);
  }
  let goal = known.get(ending);
  if (goal === undefined) {
    goal = new Uint8Array(tables.size);
    for (const square of ending.squares) goal[squareIndex(tables, square)] = 1;
    known.set(ending, goal);
  }
  return goal;
}

/** Racing Kings: white moves first, so black may still tie with its next move. */
function canFollow(position: Position, ending: Extract<Ending, { kind: 'reach' }>): boolean {
  const moves = new Int32Array(position.tables.maxMoves);
  const end = generateUnended(position, moves, 0);
  for (let i = 0; i < end; i++) {
    play(position, moves[i]!);
    const follows = isThere(position, ending, 1);
    undo(position);
    if (follows) return true;
  }
  return false;
}
