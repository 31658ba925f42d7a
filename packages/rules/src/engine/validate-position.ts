import type { Result } from '@chessmith/std';
import { err, ok } from '@chessmith/std';
import { chess960Fen } from '../chess960.js';
import { COLORS } from '../color.js';
import { roleOfCode } from '../compile/codes.js';
import { flatten } from '../compile/move-program.js';
import type { Tables } from '../compile/tables.js';
import { formatSquare, rankOf } from '../geometry.js';
import { type FenFields, parseFen } from '../notation/fen.js';
import { type Refusal, refusal } from '../refusal.js';
import type { Movement } from '../ruleset.js';
import { checkedRoyals, isInCheck } from './attacks.js';
import { isImpossibleCheck } from './impossible-check.js';
import { COUNT, PASSED, type Position, RIGHTS, ROYALS, TURN } from './position.js';

/**
 * Whether a position can be played: kings, pawns, checks, pockets. Given what was `asked` for, also whether its castling
 * rights and its en passant square are possible, which set-up leaves out where they are not.
 */
export function validatePosition(position: Position, asked?: FenFields): Result<true, Refusal> {
  const wrong =
    senseOfArmies(position) ??
    senseOfPawns(position) ??
    (asked === undefined ? undefined : (senseOfRights(position, asked) ?? senseOfPassing(position, asked))) ??
    senseOfChecks(position, asked?.passed ?? position.state[PASSED]!);
  return wrong === undefined ? ok(true) : err(wrong);
}

function senseOfArmies(position: Position): Refusal | undefined {
  const { tables, state, pockets } = position;
  if (state[COUNT]! + state[COUNT + 1]! === 0) return refusal('position/empty', 'There is no piece on the board.');
  const maySurviveKing = tables.ruleset.endings.some((ending) => ending.kind === 'extinction' && ending.of === 'royal');
  for (const color of [0, 1]) {
    const royals = state[ROYALS + color]!;
    const atStart = homeOf(tables).royals[color]!;
    const facts = { color: COLORS[color]! };
    if (royals > atStart) {
      return refusal('position/too-many-kings', `${capital(color)} has ${royals} royal pieces, not ${atStart}.`, facts);
    }
    // The side to move may just have lost its king, where that ends the game.
    const isJustLost = maySurviveKing && color === state[TURN];
    if (royals === 0 && atStart > 0 && !isJustLost) {
      return refusal('position/no-king', `${capital(color)} has no king.`, facts);
    }
  }
  const held = pockets.reduce((sum, men) => sum + men, 0);
  if (held + state[COUNT]! + state[COUNT + 1]! > tables.size) {
    return refusal('position/pocket-too-large', 'There are more pieces on the board and in pockets than squares.');
  }
  if (tables.roles.some((_, role) => tables.isRoyal[2 + 2 * role] === 1 && pocketed(position, role) > 0)) {
    return refusal('position/king-in-pocket', 'A king is never in a pocket.');
  }
  return undefined;
}

const capital = (color: number): string => (color === 0 ? 'White' : 'Black');

const pocketed = ({ pockets, tables }: Position, role: number): number =>
  pockets[role]! + pockets[tables.roles.length + role]!;

function senseOfPawns(position: Position): Refusal | undefined {
  const { tables, board } = position;
  for (let square = 0; square < tables.size; square++) {
    const code = board[square]!;
    if (code === 0) continue;
    const name = formatSquare(tables, square);
    const role = tables.roles[roleOfCode(code)]!;
    if (tables.promotes[code * tables.size + square] === 1) {
      return refusal('position/unpromoted', `The ${role} on ${name} would have promoted.`, { square: name });
    }
    if (ownRank(tables, square, code & 1) < homeOf(tables).firstRank[code]!) {
      return refusal('position/pawn-behind-its-start', `No ${role} can get to ${name}: it never goes back.`, {
        square: name,
      });
    }
  }
  return undefined;
}

/** Rank counted from the side's own edge, 0 is the first. */
const ownRank = (tables: Tables, square: number, color: number): number =>
  color === 0 ? rankOf(tables, square) : tables.ranks - 1 - rankOf(tables, square);

function senseOfRights(position: Position, asked: FenFields): Refusal | undefined {
  const { state, partnerFrom } = position;
  for (const { color, side, partner } of asked.castling) {
    const right = color * 2 + side;
    if ((state[RIGHTS]! & (1 << right)) !== 0 && partnerFrom[right] === partner) continue;
    const where = side === 0 ? 'king' : 'queen';
    return refusal(
      'position/castling-right-impossible',
      `${capital(color)} cannot have the right to castle on the ${where}side: king or rook is not in its place.`,
      { color: COLORS[color]!, side: where },
    );
  }
  return undefined;
}

function senseOfPassing(position: Position, { passed, turn }: FenFields): Refusal | undefined {
  if (passed < 0) return undefined;
  const { tables, board } = position;
  const passer = tables.passedBy[(turn ^ 1) * tables.size + passed]!;
  const code = passer < 0 ? 0 : board[passer]!;
  const from = 2 * passed - passer;
  const isPossible = code !== 0 && (code & 1) !== turn && tables.isPawn[code] === 1;
  if (isPossible && board[passed] === 0 && board[from] === 0) return undefined;
  const square = formatSquare(tables, passed);
  return refusal('position/en-passant-impossible', `No pawn has just passed ${square} with a double step.`, { square });
}

function senseOfChecks(position: Position, passed: number): Refusal | undefined {
  const { tables, state } = position;
  const us = state[TURN]!;
  const isOver = state[ROYALS + us] === 0 && homeOf(tables).royals[us]! > 0;
  if (isOver) return undefined;
  if (tables.noSelfCheck && isInCheck(position, us ^ 1)) {
    const square = formatSquare(tables, checkedRoyals(position, us ^ 1)[0]!);
    return refusal('position/opponent-in-check', `The king on ${square} is in check, and the other side is to move.`, {
      square,
    });
  }
  if (tables.noCheck && isInCheck(position, us)) {
    return refusal('position/check-forbidden', 'No king may be in check in these rules.');
  }
  if (isImpossibleCheck(position, passed)) {
    return refusal('position/impossible-check', 'No move can have given the checks on the board.');
  }
  return undefined;
}

/** What the start of a ruleset tells about later positions. */
type Home = {
  /** Royal pieces of white and black. */
  readonly royals: readonly [number, number];
  /** For each code: the first rank, from its own edge, on which a piece that never goes back can be. */
  readonly firstRank: Uint8Array;
};

const homes = new WeakMap<Tables, Home>();

function homeOf(tables: Tables): Home {
  let home = homes.get(tables);
  if (home === undefined) {
    home = readHome(tables);
    homes.set(tables, home);
  }
  return home;
}

function readHome(tables: Tables): Home {
  const { ruleset } = tables;
  const start = typeof ruleset.start === 'string' ? ruleset.start : chess960Fen(ruleset.start.default);
  const fields = parseFen(tables, start);
  const pieces = fields.ok ? fields.value.pieces : [];
  const royals = (color: number): number =>
    pieces.filter(({ code }) => tables.isRoyal[code] === 1 && (code & 1) === color).length;
  const firstRank = new Uint8Array(tables.codes);
  for (let code = 2; code < tables.codes; code++) {
    const kind = ruleset.pieces[tables.roles[roleOfCode(code)]!]!;
    if (!kind.pawn || !flatten(kind.movements).every(goesForward)) continue;
    const drops = tables.drops[(code & 1) * tables.roles.length + roleOfCode(code)];
    const squares = [
      ...pieces.filter((piece) => piece.code === code).map(({ square }) => square),
      ...Array.from(drops?.keys() ?? []).filter((square) => drops![square] === 1),
    ];
    if (squares.length > 0) firstRank[code] = Math.min(...squares.map((square) => ownRank(tables, square, code & 1)));
  }
  return { royals: [royals(0), royals(1)], firstRank };
}

function goesForward(movement: Movement): boolean {
  switch (movement.kind) {
    case 'slide':
    case 'double-step':
      return movement.along.every(([, ranks]) => ranks > 0);
    case 'leap':
    case 'en-passant':
      return movement.to.every(([, ranks]) => ranks > 0);
    case 'drop':
      return true;
    default:
      return false;
  }
}
