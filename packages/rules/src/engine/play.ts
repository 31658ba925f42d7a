import {
  FLAG_CASTLE,
  FLAG_DOUBLE_STEP,
  FLAG_DROP,
  FLAG_EN_PASSANT,
  FLAG_MASK,
  FLAG_PROMOTE,
  pieceCode,
  ROLE_SHIFT,
  roleOfCode,
} from '../compile/codes.js';
import { MAX_CHECKS, TURN_KEY } from '../compile/keys.js';
import { isInCheck } from './attacks.js';
import { explode, unexplode } from './blast.js';
import { castle, uncastle } from './castle.js';
import { moveMarks, restoreMarks } from './marks.js';
import {
  changePocket,
  findRoyal,
  hashPiece,
  loseRoyal,
  regainRoyal,
  restorePiece,
  takePiece,
} from './pieces-on-board.js';
import {
  BOARD,
  CHECKS,
  COUNT,
  COUNTS,
  FRAME,
  FRAME_CHECKS,
  FRAME_HASH_HIGH,
  FRAME_HASH_LOW,
  FRAME_MARKS,
  FRAME_MOVE,
  FRAME_REMOVED,
  FRAME_STATUS,
  FRAME_TAKEN,
  growUndo,
  HALFMOVES,
  HASH_HIGH,
  HASH_LOW,
  OCCUPIED,
  PASSED,
  PLY,
  type Position,
  RIGHTS,
  RIGHTS_LOST,
  ROYAL,
  ROYALS,
  TURN,
} from './position.js';
import { loseRights } from './rights.js';

/** Plays a legal move in place; `undo` restores the exact position. */
export function play(position: Position, move: number): void {
  const { tables, state } = position;
  const flag = move & FLAG_MASK;
  if (tables.playsPlainly && (flag <= FLAG_DOUBLE_STEP || flag === FLAG_PROMOTE)) {
    playPlainly(position, move, flag);
    return;
  }
  const us = state[TURN]!;
  const from = (move >> 8) & 255;
  const to = move & 255;
  pushFrame(position, move);
  const lost = position.rightsLost[from]! | position.rightsLost[to]!;
  if ((state[RIGHTS]! & lost) !== 0) loseRights(position, lost);
  if (flag === FLAG_CASTLE) castle(position, from, to, us);
  else if (flag === FLAG_DROP) {
    const role = move >> ROLE_SHIFT;
    const code = pieceCode(role, us);
    changePocket(position, us * tables.roles.length + role, -1);
    restorePiece(position, to, code);
    hashPiece(position, code, to);
    if (tables.isPawn[code] === 1) state[HALFMOVES] = 0;
  } else movePiece(position, from, to, flag, move >> ROLE_SHIFT, us);

  state[TURN] = us ^ 1;
  if (flag === FLAG_DOUBLE_STEP) allowEnPassant(position, (from + to) >> 1);
  if (tables.countsChecks > 0 && isInCheck(position, us ^ 1)) countCheck(position, us);
}

/** Takes back the last move. */
export function undo(position: Position): void {
  const { tables, cells, undo: stack } = position;
  const us = cells[TURN]! ^ 1;
  const ply = cells[PLY]! - 1;
  const frame = ply * FRAME;
  const move = stack[frame + FRAME_MOVE]!;
  const from = (move >> 8) & 255;
  const to = move & 255;
  const flag = move & FLAG_MASK;
  if (tables.playsPlainly && (flag <= FLAG_DOUBLE_STEP || flag === FLAG_PROMOTE)) {
    const taken = stack[frame + FRAME_TAKEN]!;
    const code = taken >> 8;
    const victim = taken & 255;
    if (flag === FLAG_PROMOTE) {
      cells[COUNTS + cells[BOARD + to]!]!--;
      cells[COUNTS + code]!++;
    }
    cells[BOARD + from] = code;
    cells[BOARD + to] = victim;
    const row = OCCUPIED + us * tables.words;
    cells[row + (from >> 5)]! ^= 1 << from;
    cells[row + (to >> 5)]! ^= 1 << to;
    if (cells[ROYAL + us] === to) cells[ROYAL + us] = from;
    if (victim !== 0) {
      const color = victim & 1;
      cells[OCCUPIED + color * tables.words + (to >> 5)]! ^= 1 << to;
      cells[COUNT + color]!++;
      cells[COUNTS + victim]!++;
      if (tables.isRoyal[victim] === 1) regainRoyal(position, color, to);
    }
  } else {
    if (tables.blast !== null) unexplode(position, stack[frame + FRAME_REMOVED]!);
    if (flag === FLAG_CASTLE) uncastle(position, from, to, us);
    else if (flag === FLAG_DROP) {
      takePiece(position, to);
      changePocket(position, us * tables.roles.length + (move >> ROLE_SHIFT), 1);
    } else unmovePiece(position, from, to, flag, frame, us);
    if (tables.countsChecks > 0) cells[CHECKS + us] = stack[frame + FRAME_CHECKS]!;
  }
  cells[PLY] = ply;
  cells[TURN] = us;
  const status = stack[frame + FRAME_STATUS]!;
  cells[RIGHTS] = status & 15;
  cells[PASSED] = ((status >> 4) & 511) - 1;
  cells[HALFMOVES] = status >> 13;
  cells[HASH_LOW] = stack[frame + FRAME_HASH_LOW]!;
  cells[HASH_HIGH] = stack[frame + FRAME_HASH_HIGH]!;
}

/** Passes the turn, which no rule allows: for searches that ask what a move is worth. Take it back with `undoPass`. */
export function playPass(position: Position): void {
  pushFrame(position, 0);
  position.state[TURN]! ^= 1;
}

/** Takes back `playPass`. */
export function undoPass({ state, undo: stack }: Position): void {
  const ply = state[PLY]! - 1;
  const frame = ply * FRAME;
  const status = stack[frame + FRAME_STATUS]!;
  state[PLY] = ply;
  state[TURN]! ^= 1;
  state[PASSED] = ((status >> 4) & 511) - 1;
  state[HALFMOVES] = status >> 13;
  state[HASH_LOW] = stack[frame + FRAME_HASH_LOW]!;
  state[HASH_HIGH] = stack[frame + FRAME_HASH_HIGH]!;
}

/** Plain moves, captures and promotions in rulesets without other effects, in one function: the hot path of search. */
function playPlainly(position: Position, move: number, flag: number): void {
  const { tables, cells } = position;
  const { size, pieceKeys } = tables;
  const us = cells[TURN]!;
  const from = (move >> 8) & 255;
  const to = move & 255;
  const ply = cells[PLY]!;
  const frame = ply * FRAME;
  if (frame + FRAME > position.undo.length) growUndo(position);
  const stack = position.undo;
  const rights = cells[RIGHTS]!;
  const passed = cells[PASSED]!;
  const halfmoves = cells[HALFMOVES]!;
  let low = cells[HASH_LOW]!;
  let high = cells[HASH_HIGH]!;
  const code = cells[BOARD + from]!;
  const victim = cells[BOARD + to]!;
  stack[frame + FRAME_MOVE] = move;
  stack[frame + FRAME_TAKEN] = victim | (code << 8);
  stack[frame + FRAME_STATUS] = rights | ((passed + 1) << 4) | (halfmoves << 13);
  stack[frame + FRAME_HASH_LOW] = low;
  stack[frame + FRAME_HASH_HIGH] = high;

  let becomes = code;
  if (flag === FLAG_PROMOTE) {
    becomes = 2 + ((move >> ROLE_SHIFT) << 1) + us;
    cells[COUNTS + code]!--;
    cells[COUNTS + becomes]!++;
  }
  const fromKey = 2 * (code * size + from);
  const toKey = 2 * (becomes * size + to);
  low ^= pieceKeys[fromKey]! ^ pieceKeys[toKey]! ^ pieceKeys[TURN_KEY]!;
  high ^= pieceKeys[fromKey + 1]! ^ pieceKeys[toKey + 1]! ^ pieceKeys[TURN_KEY + 1]!;
  const { keys } = tables;
  if (passed >= 0) {
    low ^= keys.passed[2 * passed]!;
    high ^= keys.passed[2 * passed + 1]!;
    cells[PASSED] = -1;
  }
  if (rights !== 0) {
    const left = rights & ~(cells[RIGHTS_LOST + from]! | cells[RIGHTS_LOST + to]!);
    if (left !== rights) {
      low ^= keys.rights[2 * rights]! ^ keys.rights[2 * left]!;
      high ^= keys.rights[2 * rights + 1]! ^ keys.rights[2 * left + 1]!;
      cells[RIGHTS] = left;
    }
  }
  if (victim !== 0) {
    const color = victim & 1;
    const key = 2 * (victim * size + to);
    low ^= pieceKeys[key]!;
    high ^= pieceKeys[key + 1]!;
    cells[OCCUPIED + color * tables.words + (to >> 5)]! ^= 1 << to;
    cells[COUNT + color]!--;
    cells[COUNTS + victim]!--;
  }
  cells[HASH_LOW] = low;
  cells[HASH_HIGH] = high;
  const pawns = code < 32 ? tables.pawnCodes : tables.pawnCodesHigh;
  cells[HALFMOVES] = victim !== 0 || ((pawns >> code) & 1) !== 0 ? 0 : halfmoves + 1;
  cells[PLY] = ply + 1;
  cells[TURN] = us ^ 1;
  cells[BOARD + from] = 0;
  if (cells[ROYAL + us] === from) cells[ROYAL + us] = to;
  const row = OCCUPIED + us * tables.words;
  cells[row + (from >> 5)]! ^= 1 << from;
  cells[row + (to >> 5)]! ^= 1 << to;
  cells[BOARD + to] = becomes;
  // Only in invalid positions can the side to move capture the enemy's king.
  if (victim !== 0 && tables.isRoyal[victim] === 1) loseRoyal(position, victim & 1, to);
  if (flag === FLAG_DOUBLE_STEP) allowEnPassant(position, (from + to) >> 1);
}

/** Updates the counts after a promotion. */
function recount(position: Position, before: number, after: number, us: number): void {
  const { counts, state, tables } = position;
  counts[before]!--;
  counts[after]!++;
  state[ROYALS + us]! += tables.isRoyal[after]! - tables.isRoyal[before]!;
}

/** Whether a pseudo-legal move respects the restrictions about check; plays it to find out. */
export function isLegalByTrial(position: Position, move: number): boolean {
  const { tables, state } = position;
  const us = state[TURN]!;
  const ourRoyals = state[ROYALS + us]!;
  const theirRoyals = state[ROYALS + (us ^ 1)]!;
  play(position, move);
  let legal = true;
  if (tables.noSelfCheck) {
    if (state[ROYALS + us]! < ourRoyals) legal = false;
    else if (state[ROYALS + (us ^ 1)]! >= theirRoyals) legal = !isInCheck(position, us);
  }
  if (legal && tables.noCheck) legal = !isInCheck(position, us ^ 1);
  undo(position);
  return legal;
}

/** Saves what the move destroys and does what every move does: switch the turn in the hash, clear en passant. */
function pushFrame(position: Position, move: number): void {
  const { state, tables } = position;
  const { keys } = tables;
  const ply = state[PLY]!;
  const frame = ply * FRAME;
  if (frame + FRAME > position.undo.length) growUndo(position);
  const stack = position.undo;
  const passed = state[PASSED]!;
  let low = state[HASH_LOW]!;
  let high = state[HASH_HIGH]!;
  stack[frame + FRAME_MOVE] = move;
  stack[frame + FRAME_TAKEN] = 0;
  stack[frame + FRAME_STATUS] = state[RIGHTS]! | ((passed + 1) << 4) | (state[HALFMOVES]! << 13);
  stack[frame + FRAME_HASH_LOW] = low;
  stack[frame + FRAME_HASH_HIGH] = high;
  if (tables.blast !== null) stack[frame + FRAME_REMOVED] = position.removed.length;
  if (tables.countsChecks > 0) stack[frame + FRAME_CHECKS] = state[CHECKS + state[TURN]!]!;
  low ^= tables.pieceKeys[TURN_KEY]!;
  high ^= tables.pieceKeys[TURN_KEY + 1]!;
  if (passed >= 0) {
    low ^= keys.passed[2 * passed]!;
    high ^= keys.passed[2 * passed + 1]!;
    state[PASSED] = -1;
  }
  state[HASH_LOW] = low;
  state[HASH_HIGH] = high;
  state[PLY] = ply + 1;
  state[HALFMOVES]!++;
}

function movePiece(position: Position, from: number, to: number, flag: number, role: number, us: number): void {
  const { tables, board, state, occupied } = position;
  const { size, words, pieceKeys } = tables;
  const frame = (state[PLY]! - 1) * FRAME;
  const code = board[from]!;
  const victimSquare = flag === FLAG_EN_PASSANT ? tables.passedBy[(us ^ 1) * size + to]! : to;
  const victim = board[victimSquare]!;
  if (tables.isPawn[code] === 1) state[HALFMOVES] = 0;
  if (tables.keepsPockets || tables.tracksUnmoved) {
    const promotes = tables.keepsPockets && flag === FLAG_PROMOTE;
    moveMarks(position, from, to, victimSquare, promotes ? roleOfCode(code) + 1 : 0);
  }
  position.undo[frame + FRAME_TAKEN] = victim | (code << 8);
  if (victim !== 0) {
    takePiece(position, victimSquare);
    state[HALFMOVES] = 0;
    if (tables.keepsPockets) changePocket(position, pocketOf(position, frame, victim, us), 1);
  }
  let becomes = code;
  if (flag === FLAG_PROMOTE) {
    becomes = pieceCode(role, us);
    recount(position, code, becomes, us);
  }
  board[from] = 0;
  board[to] = becomes;
  const row = us * words;
  occupied[row + (from >> 5)]! ^= 1 << from;
  occupied[row + (to >> 5)]! ^= 1 << to;
  const fromKey = 2 * (code * size + from);
  const toKey = 2 * (becomes * size + to);
  state[HASH_LOW]! ^= pieceKeys[fromKey]! ^ pieceKeys[toKey]!;
  state[HASH_HIGH]! ^= pieceKeys[fromKey + 1]! ^ pieceKeys[toKey + 1]!;
  if (tables.isRoyal[becomes] === 1) state[ROYAL + us] = to;
  if (tables.blast !== null && victim !== 0) explode(position, tables.blast[to]!, to);
}

function unmovePiece(position: Position, from: number, to: number, flag: number, frame: number, us: number): void {
  const { tables, board, state, occupied } = position;
  const { size, words } = tables;
  const taken = position.undo[frame + FRAME_TAKEN]!;
  const code = taken >> 8;
  const victim = taken & 255;
  if (flag === FLAG_PROMOTE) recount(position, board[to]!, code, us);
  board[to] = 0;
  board[from] = code;
  const row = us * words;
  occupied[row + (from >> 5)]! ^= 1 << from;
  occupied[row + (to >> 5)]! ^= 1 << to;
  if (tables.isRoyal[code] === 1) state[ROYAL + us] = from;
  else if (flag === FLAG_PROMOTE && state[ROYAL + us] === to) state[ROYAL + us] = findRoyal(position, us);
  const victimSquare = flag === FLAG_EN_PASSANT ? tables.passedBy[(us ^ 1) * size + to]! : to;
  if (victim !== 0) {
    if (tables.keepsPockets) changePocket(position, pocketOf(position, frame, victim, us), -1);
    restorePiece(position, victimSquare, victim);
  }
  if (tables.keepsPockets || tables.tracksUnmoved) restoreMarks(position, from, to, victimSquare, frame);
}

/** The pocket for a captured piece; a promoted piece reverts to its original role. */
function pocketOf(position: Position, frame: number, victim: number, us: number): number {
  const promotedFrom = position.undo[frame + FRAME_MARKS]! & 255;
  return us * position.tables.roles.length + (promotedFrom > 0 ? promotedFrom - 1 : roleOfCode(victim));
}

/**
 * Sets the en passant square only if some capture there is legal; otherwise the position would hash differently for no
 * reason.
 */
function allowEnPassant(position: Position, passed: number): void {
  const { tables, board, state } = position;
  const capturers = tables.enPassantCapturers[state[TURN]! * tables.size + passed]!;
  for (let i = 0; i < capturers.length; i += 2) {
    const origin = capturers[i + 1]!;
    if (board[origin] !== capturers[i]) continue;
    state[PASSED] = passed;
    if (isLegalByTrial(position, (origin << 8) | passed | FLAG_EN_PASSANT)) {
      state[HASH_LOW]! ^= tables.keys.passed[2 * passed]!;
      state[HASH_HIGH]! ^= tables.keys.passed[2 * passed + 1]!;
      return;
    }
    state[PASSED] = -1;
  }
}

function countCheck(position: Position, by: number): void {
  const { state, tables } = position;
  const given = state[CHECKS + by]!;
  if (given >= tables.countsChecks) return;
  const keys = tables.keys.checks;
  const before = 2 * (by * MAX_CHECKS + given);
  state[CHECKS + by] = given + 1;
  state[HASH_LOW]! ^= keys[before]! ^ keys[before + 2]!;
  state[HASH_HIGH]! ^= keys[before + 1]! ^ keys[before + 3]!;
}
