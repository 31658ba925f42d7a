import { COLORS } from '../../color.js';
import {
  FLAG_CASTLE,
  FLAG_DROP,
  FLAG_EN_PASSANT,
  FLAG_MASK,
  FLAG_PROMOTE,
  ROLE_SHIFT,
  roleOfCode,
} from '../../compile/codes.js';
import { BOARD, FRAME, FRAME_REMOVED, PLY, type Position, TURN } from '../../engine/position.js';
import { lookupsOf } from '../../notation/lookups.js';
import type { Happening } from '../port.js';

/** The effects of a legal move, from the board before it; explosions and check are added after the move. */
export function happeningsOfMove(before: Position, move: number): Happening[] {
  const { tables, cells } = before;
  const { roles } = tables;
  const { names } = lookupsOf(tables);
  const us = cells[TURN]!;
  const from = (move >> 8) & 255;
  const to = move & 255;
  const color = COLORS[us]!;
  const flag = move & FLAG_MASK;
  if (flag === FLAG_CASTLE) {
    return [{ kind: 'castled', color, side: before.partnerFrom[2 * us] === to ? 'king' : 'queen' }];
  }
  if (flag === FLAG_DROP) return [{ kind: 'dropped', role: roles[move >> ROLE_SHIFT]!, color, on: names[to]! }];
  const role = roles[roleOfCode(cells[BOARD + from]!)]!;
  const happened: Happening[] = [{ kind: 'moved', role, color, from: names[from]!, to: names[to]! }];
  const on = flag === FLAG_EN_PASSANT ? tables.passedBy[(us ^ 1) * tables.size + to]! : to;
  const victim = cells[BOARD + on]!;
  if (victim !== 0) {
    happened.push({ kind: 'captured', role: roles[roleOfCode(victim)]!, color: COLORS[victim & 1]!, on: names[on]! });
  }
  if (flag === FLAG_PROMOTE)
    happened.push({ kind: 'promoted', role: roles[move >> ROLE_SHIFT]!, color, on: names[to]! });
  return happened;
}

/** The pieces that the last move blew up. */
export function explosionsOf({ tables, removed, undo, cells }: Position): readonly Happening[] {
  if (tables.blast === null) return NOTHING;
  const { names } = lookupsOf(tables);
  const happened: Happening[] = [];
  for (let i = undo[(cells[PLY]! - 1) * FRAME + FRAME_REMOVED]!; i < removed.length; i += 4) {
    const code = removed[i + 1]!;
    const role = tables.roles[roleOfCode(code)]!;
    happened.push({ kind: 'exploded', role, color: COLORS[code & 1]!, on: names[removed[i]!]! });
  }
  return happened;
}

const NOTHING: readonly Happening[] = [];
