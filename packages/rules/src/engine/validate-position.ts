import type { Result } from '@chessmith/std';
import { err, ok } from '@chessmith/std';
import { chess960Fen } from '../chess960.js';
import { COLORS } from '../color.js';
import { roleOfCode } from '../compile/codes.js';
import { flatten } from '../compile/move-program.js';
import type { Tables } from '../compile/tables.js';
import { formatSquare, rankOf } from '../geometry.js';
import { type FenFields, parseFen } from '../parse-fen.js';
import { type Refusal, refusal } from '../refusal.js';
import type { Movement } from '../ruleset.js';
import { checkedRoyals, isInCheck } from './attacks.js';
import { isImpossibleCheck } from './impossible-check.js';
import { COUNT, PASSED, type Position, RIGHTS, ROYALS, TURN } from './position.js';

/**
 * Whether a position is playable: kings, pawns, checks, pockets. With the original FEN fields (`given`), also whether
 * their castling rights and en passant square are possible, because set-up silently drops impossible ones.
 */
export function validatePosition(position: Position, given?: FenFields): Result<true, Refusal> {
  const wrong =
    checkArmies(position) ??
    checkPawns(position) ??
    (given === undefined ? undefined : (checkRights(position, given) ?? checkEnPassant(position, given))) ??
    checkChecks(position, given?.passed ?? position.state[PASSED]!);
  return wrong === undefined ? ok(true) : err(wrong);
}

function checkArmies(position: Position): Refusal | undefined {
  const { tables, state, pockets } = position;
  if (state[COUNT]! + state[COUNT + 1]! === 0) return refusal('position/empty', 'The board is empty.');
  const endsByLosingKing = tables.ruleset.endings.some(
    (ending) => ending.kind === 'extinction' && ending.of === 'royal',
  );
  for (const color of [0, 1]) {
    const royals = state[ROYALS + color]!;
    const atStart = startFactsOf(tables).royals[color]!;
    const facts = { color: COLORS[color]! };
    if (royals > atStart) {
      return refusal(
        'position/too-many-kings',
        `${capital(color)} has ${royals} royal pieces, but may have only ${atStart}.`,
        { ...facts, given: royals, limit: atStart },
      );
    }
    // The side to move may just have lost its king, if that ends the game.
    const isJustLost = endsByLosingKing && color === state[TURN];
    if (royals === 0 && atStart > 0 && !isJustLost) {
      return refusal('position/no-king', `${capital(color)} has no king.`, facts);
    }
  }
  const held = pockets.reduce((sum, count) => sum + count, 0);
  if (held + state[COUNT]! + state[COUNT + 1]! > tables.size) {
    return refusal(
      'position/pocket-too-large',
      'Board and pockets together hold more pieces than the board has squares.',
    );
  }
  if (tables.roles.some((_, role) => tables.isRoyal[2 + 2 * role] === 1 && pocketed(position, role) > 0)) {
    return refusal('position/king-in-pocket', 'A king cannot be in a pocket.');
  }
  return undefined;
}

const capital = (color: number): string => (color === 0 ? 'White' : 'Black');

const pocketed = ({ pockets, tables }: Position, role: number): number =>
  pockets[role]! + pockets[tables.roles.length + role]!;

function checkPawns(position: Position): Refusal | undefined {
  const { tables, board } = position;
  for (let square = 0; square < tables.size; square++) {
    const code = board[square]!;
    if (code === 0) continue;
    const name = formatSquare(tables, square);
    const role = tables.roles[roleOfCode(code)]!;
    if (tables.promotes[code * tables.size + square] === 1) {
      return refusal('position/unpromoted', `The ${role} on ${name} should have promoted.`, { square: name, role });
    }
    if (ownRank(tables, square, code & 1) < startFactsOf(tables).firstRank[code]!) {
      return refusal(
        'position/pawn-behind-its-start',
        `No ${role} can reach ${name}, because it never moves backwards.`,
        {
          square: name,
          role,
        },
      );
    }
  }
  return undefined;
}

/** Rank counted from the side's own edge; 0 is the first. */
const ownRank = (tables: Tables, square: number, color: number): number =>
  color === 0 ? rankOf(tables, square) : tables.ranks - 1 - rankOf(tables, square);

function checkRights(position: Position, given: FenFields): Refusal | undefined {
  const { state, partnerFrom } = position;
  for (const { color, side, partner } of given.castling) {
    const right = color * 2 + side;
    if ((state[RIGHTS]! & (1 << right)) !== 0 && partnerFrom[right] === partner) continue;
    const where = side === 0 ? 'king' : 'queen';
    return refusal(
      'position/castling-right-impossible',
      `${capital(color)} cannot have the right to castle on the ${where}side: king or rook is not on its square.`,
      { color: COLORS[color]!, side: where },
    );
  }
  return undefined;
}

function checkEnPassant(position: Position, { passed, turn }: FenFields): Refusal | undefined {
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

function checkChecks(position: Position, passed: number): Refusal | undefined {
  const { tables, state } = position;
  const us = state[TURN]!;
  const isOver = state[ROYALS + us] === 0 && startFactsOf(tables).royals[us]! > 0;
  if (isOver) return undefined;
  if (tables.noSelfCheck && isInCheck(position, us ^ 1)) {
    const square = formatSquare(tables, checkedRoyals(position, us ^ 1)[0]!);
    return refusal('position/opponent-in-check', `The king on ${square} is in check, but the other side is to move.`, {
      square,
    });
  }
  if (tables.noCheck && isInCheck(position, us)) {
    return refusal('position/check-forbidden', 'No king may be in check in this ruleset.');
  }
  if (isImpossibleCheck(position, passed)) {
    return refusal('position/impossible-check', 'No last move can have produced the checks on the board.');
  }
  return undefined;
}

/** Facts about the start position that limit later positions. */
type StartFacts = {
  /** Number of royal pieces of white and black. */
  readonly royals: readonly [number, number];
  /** For each code: the first rank, from its own edge, that a piece which never moves backwards can occupy. */
  readonly firstRank: Uint8Array;
};

const startFacts = new WeakMap<Tables, StartFacts>();

function startFactsOf(tables: Tables): StartFacts {
  let facts = startFacts.get(tables);
  if (facts === undefined) {
    facts = readStartFacts(tables);
    startFacts.set(tables, facts);
  }
  return facts;
}

function readStartFacts(tables: Tables): StartFacts {
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
