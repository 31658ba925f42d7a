import { COLORS, type Color } from '../color.js';
import { BISHOP, KNIGHT, OTHER, PAWN, QUEEN, ROOK } from '../compile/piece-kinds.js';
import type { MaterialModel } from '../ruleset.js';
import { hordeCanMate } from './material-horde.js';
import { bishopsOn, piecesOfKind, shadeOf } from './pieces-of-kind.js';
import { COUNT, type Position, ROYALS, TURN } from './position.js';

/**
 * Whether this side could still win by some sequence of moves, judged by material. If neither side can, the game is
 * drawn; a side that cannot win does not win on time. A wrong "true" is harmless: the game just continues.
 */
export const canWin = (position: Position, color: Color): boolean => hasEnough(position, COLORS.indexOf(color));

/** Like `canWin`, with a colour number. */
export function hasEnough(position: Position, us: number): boolean {
  const { material } = position.tables.endingFlags;
  return material === null || ENOUGH[material](position, us);
}

const ENOUGH: { readonly [model in MaterialModel]: (position: Position, us: number) => boolean } = {
  mate: canMate,
  'bare-royal': hasCompany,
  'mate-with-drops': canMateWithDrops,
  explosion: canExplode,
  giveaway: canGiveAway,
  'mate-or-extinction': (position, us) => position.state[ROYALS + us]! > 0 || hordeCanMate(position, us),
};

/**
 * Enemy pieces may block their own king. So a knight can mate if the enemy has anything but queens, and bishops of one
 * square colour can mate if either side has a piece that can occupy a square of the other colour without interposing.
 */
function canMate(position: Position, us: number): boolean {
  const them = us ^ 1;
  if (piecesOfKind(position, PAWN + ROOK + QUEEN + OTHER, us) > 0) return true;
  const bishops = piecesOfKind(position, BISHOP, us);
  const knights = piecesOfKind(position, KNIGHT, us);
  const blockers = piecesOfKind(position, PAWN + KNIGHT + OTHER, them);
  if (knights > 0) return knights + bishops > 1 || blockers + piecesOfKind(position, BISHOP + ROOK, them) > 0;
  if (bishops === 0) return false;
  return blockers > 0 || [0, 1].every((shade) => bishopsOn(position, shade, us) + bishopsOn(position, shade, them) > 0);
}

/** Any piece besides the royal one, on the board or in the pocket. */
function hasCompany(position: Position, us: number): boolean {
  const { state, pockets, tables } = position;
  const roles = tables.roles.length;
  if (state[COUNT + us]! > state[ROYALS + us]!) return true;
  return pockets.subarray(us * roles, (us + 1) * roles).some((count) => count > 0);
}

/** No piece leaves the game, so both sides count together: only a single knight or bishop is insufficient. */
function canMateWithDrops(position: Position): boolean {
  const { state, pockets, promotedFrom } = position;
  const { kinds } = position.tables;
  const royals = state[ROYALS]! + state[ROYALS + 1]!;
  const held = pockets.reduce((sum, count) => sum + count, 0);
  if (state[COUNT]! + state[COUNT + 1]! + held - royals > 1) return true;
  const enough = PAWN + ROOK + QUEEN + OTHER;
  return (
    promotedFrom.some((role) => role > 0) ||
    pockets.some((count, i) => count > 0 && (kinds[i % kinds.length]! & enough) !== 0) ||
    piecesOfKind(position, enough, 0) + piecesOfKind(position, enough, 1) > 0
  );
}

/** Kings do not capture, so a king alone cannot win. Against more than a bare king, any explosion beside it wins. */
function canExplode(position: Position, us: number): boolean {
  const { state } = position;
  const them = us ^ 1;
  if (state[ROYALS + them] === 0) return true;
  const company = state[COUNT + us]! - state[ROYALS + us]!;
  if (company === 0) return false;
  const theirs = state[COUNT + them]! - state[ROYALS + them]!;
  if (theirs > 0) {
    if (company + theirs > piecesOfKind(position, BISHOP, us) + piecesOfKind(position, BISHOP, them)) return true;
    // Bishops on opposite square colours never meet, but two enemy bishops can trap their own king in the corner.
    const meet = [0, 1].some((shade) => bishopsOn(position, shade, us) > 0 && bishopsOn(position, shade, them) > 0);
    return meet || theirs > 1;
  }
  if (piecesOfKind(position, QUEEN + PAWN + OTHER, us) > 0) return true;
  return company > 2 || (company === 2 && piecesOfKind(position, KNIGHT, us) < 2);
}

/**
 * A bishop cannot be given away to enemies that never reach its square colour. With one knight each, the side to move
 * decides.
 */
function canGiveAway(position: Position, us: number): boolean {
  const { state, tables, board } = position;
  const them = us ^ 1;
  const ours = state[COUNT + us]!;
  const theirs = state[COUNT + them]!;
  if (ours === 0) return true;
  if (theirs === 0) return false;
  if (ours + theirs === piecesOfKind(position, BISHOP, us) + piecesOfKind(position, BISHOP, them)) {
    return [0, 1].every((shade) => bishopsOn(position, shade, us) === 0 || bishopsOn(position, shade, them) > 0);
  }
  if (
    ours === 1 &&
    piecesOfKind(position, KNIGHT, us) === 1 &&
    theirs === 1 &&
    piecesOfKind(position, KNIGHT, them) === 1
  ) {
    const shades = Array.from(board.keys()).filter((square) => board[square] !== 0);
    // A knight changes square colour with every move and is captured from the other one, so it must leave a shared one.
    const isShared = shadeOf(tables, shades[0]!) === shadeOf(tables, shades[1]!);
    return isShared === (state[TURN] === us);
  }
  return true;
}
