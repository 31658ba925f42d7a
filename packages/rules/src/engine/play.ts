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
import type { CastleWay } from '../compile/tables.js';
import { isInCheck } from './attacks.js';
import { changePocket, findRoyal, hashPiece, loseRoyal, regainRoyal, restorePiece, takePiece } from './men.js';
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

/** Plays a legal move in place; `undo` takes it back exactly. */
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
  openFrame(position, move);
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
  if (flag === FLAG_DOUBLE_STEP) offerPassed(position, (from + to) >> 1);
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
    } else moveBack(position, from, to, flag, frame, us);
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

/** Steps, captures and promotions in rulesets without further effects, in one go: this is where engines spend their time. */
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
  // Only in positions that make no sense: the side to move could capture the enemy's king.
  if (victim !== 0 && tables.isRoyal[victim] === 1) loseRoyal(position, victim & 1, to);
  if (flag === FLAG_DOUBLE_STEP) offerPassed(position, (from + to) >> 1);
}

/** A piece became another. */
function recount(position: Position, before: number, after: number, us: number): void {
  const { counts, state, tables } = position;
  counts[before]!--;
  counts[after]!++;
  state[ROYALS + us]! += tables.isRoyal[after]! - tables.isRoyal[before]!;
}

/** Whether a pseudo-legal move keeps the restrictions about check, found out by playing it. */
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

/** Saves what the move destroys, and does what every move does: pass the turn in the hash, close en passant. */
function openFrame(position: Position, move: number): void {
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

function loseRights(position: Position, lost: number): void {
  const { state, tables } = position;
  const rights = state[RIGHTS]!;
  const left = rights & ~lost;
  const keys = tables.keys.rights;
  state[RIGHTS] = left;
  state[HASH_LOW]! ^= keys[2 * rights]! ^ keys[2 * left]!;
  state[HASH_HIGH]! ^= keys[2 * rights + 1]! ^ keys[2 * left + 1]!;
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

function moveBack(position: Position, from: number, to: number, flag: number, frame: number, us: number): void {
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
  if (tables.keepsPockets || tables.tracksUnmoved) marksBack(position, from, to, victimSquare, frame);
}

/** The pocket a captured piece goes to: a promoted one goes back to what it was. */
function pocketOf(position: Position, frame: number, victim: number, us: number): number {
  const promotedFrom = position.undo[frame + FRAME_MARKS]! & 255;
  return us * position.tables.roles.length + (promotedFrom > 0 ? promotedFrom - 1 : roleOfCode(victim));
}

/** Moves the marks "promoted from" and "unmoved" along with the pieces. */
function moveMarks(position: Position, from: number, to: number, victimSquare: number, promotedFrom: number): void {
  const { promotedFrom: origins, unmoved, undo: stack, state } = position;
  stack[(state[PLY]! - 1) * FRAME + FRAME_MARKS] =
    origins[victimSquare]! | (origins[from]! << 8) | (unmoved[victimSquare]! << 16) | (unmoved[from]! << 17);
  const origin = promotedFrom > 0 ? promotedFrom : origins[from]!;
  markOrigin(position, victimSquare, 0);
  markOrigin(position, from, 0);
  markOrigin(position, to, origin);
  touch(position, victimSquare);
  touch(position, from);
}

/** A promoted piece is another piece, since it is worth less in a pocket. */
function markOrigin(position: Position, square: number, origin: number): void {
  const { promotedFrom, state, tables } = position;
  if ((promotedFrom[square] !== 0) !== (origin !== 0)) {
    state[HASH_LOW]! ^= tables.keys.promoted[2 * square]!;
    state[HASH_HIGH]! ^= tables.keys.promoted[2 * square + 1]!;
  }
  promotedFrom[square] = origin;
}

function marksBack(position: Position, from: number, to: number, victimSquare: number, frame: number): void {
  const { promotedFrom, unmoved } = position;
  const marks = position.undo[frame + FRAME_MARKS]!;
  promotedFrom[to] = 0;
  promotedFrom[from] = (marks >> 8) & 255;
  promotedFrom[victimSquare] = marks & 255;
  unmoved[from] = (marks >> 17) & 1;
  unmoved[victimSquare] = (marks >> 16) & 1;
}

/** From now on the piece on this square, if any, has moved. */
function touch(position: Position, square: number): void {
  const { unmoved, state, tables } = position;
  if (unmoved[square] === 0) return;
  unmoved[square] = 0;
  state[HASH_LOW]! ^= tables.keys.unmoved[2 * square]!;
  state[HASH_HIGH]! ^= tables.keys.unmoved[2 * square + 1]!;
}

function castle(position: Position, from: number, partnerFrom: number, us: number): void {
  const { tables, board } = position;
  const way = wayOf(position, partnerFrom, us);
  const code = board[from]!;
  const partner = board[partnerFrom]!;
  if (tables.tracksUnmoved) {
    const frame = (position.state[PLY]! - 1) * FRAME;
    position.undo[frame + FRAME_MARKS] = (position.unmoved[partnerFrom]! << 16) | (position.unmoved[from]! << 17);
    touch(position, from);
    touch(position, partnerFrom);
  }
  hashPiece(position, code, from);
  hashPiece(position, partner, partnerFrom);
  hashPiece(position, code, way.to);
  hashPiece(position, partner, way.partnerTo);
  shiftBoth(position, from, partnerFrom, way.to, way.partnerTo);
  if (tables.isRoyal[code] === 1) position.state[ROYAL + us] = way.to;
}

function uncastle(position: Position, from: number, partnerFrom: number, us: number): void {
  const way = wayOf(position, partnerFrom, us);
  shiftBoth(position, way.to, way.partnerTo, from, partnerFrom);
  if (position.tables.isRoyal[position.board[from]!] === 1) position.state[ROYAL + us] = from;
  if (position.tables.tracksUnmoved) {
    const marks = position.undo[(position.state[PLY]! - 1) * FRAME + FRAME_MARKS]!;
    position.unmoved[partnerFrom] = (marks >> 16) & 1;
    position.unmoved[from] = (marks >> 17) & 1;
  }
}

function wayOf(position: Position, partnerFrom: number, us: number): CastleWay {
  const side = position.partnerFrom[us * 2] === partnerFrom ? 0 : 1;
  return position.tables.castles[us * 2 + side]!;
}

/** Two pieces of one side change squares at once; each may land where the other stood. */
function shiftBoth(position: Position, a: number, b: number, aTo: number, bTo: number): void {
  const { board, occupied, tables } = position;
  const codeA = board[a]!;
  const codeB = board[b]!;
  const row = (codeA & 1) * tables.words;
  board[a] = 0;
  board[b] = 0;
  occupied[row + (a >> 5)]! ^= 1 << a;
  occupied[row + (b >> 5)]! ^= 1 << b;
  board[aTo] = codeA;
  board[bTo] = codeB;
  occupied[row + (aTo >> 5)]! ^= 1 << aTo;
  occupied[row + (bTo >> 5)]! ^= 1 << bTo;
}

/** Removes the piece that captured and all neighbours that are not spared. */
function explode(position: Position, around: Uint8Array, center: number): void {
  removeByBlast(position, center);
  for (let i = 0; i < around.length; i++) {
    const code = position.board[around[i]!]!;
    if (code !== 0 && position.tables.blastSpares[code] === 0) removeByBlast(position, around[i]!);
  }
}

function removeByBlast(position: Position, square: number): void {
  const { removed, promotedFrom, unmoved } = position;
  removed.push(square, takePiece(position, square), promotedFrom[square]!, unmoved[square]!);
  markOrigin(position, square, 0);
  touch(position, square);
  const lost = position.rightsLost[square]!;
  if ((position.state[RIGHTS]! & lost) !== 0) loseRights(position, lost);
}

function unexplode(position: Position, length: number): void {
  const { removed, promotedFrom, unmoved } = position;
  while (removed.length > length) {
    const at = removed.length - 4;
    const square = removed[at]!;
    restorePiece(position, square, removed[at + 1]!);
    promotedFrom[square] = removed[at + 2]!;
    unmoved[square] = removed[at + 3]!;
    removed.length = at;
  }
}

/** Opens en passant on the square passed, if some capture there would be legal: only then is the position a different one. */
function offerPassed(position: Position, passed: number): void {
  const { tables, board, state } = position;
  const catchers = tables.passCatchers[state[TURN]! * tables.size + passed]!;
  for (let i = 0; i < catchers.length; i += 2) {
    const origin = catchers[i + 1]!;
    if (board[origin] !== catchers[i]) continue;
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
