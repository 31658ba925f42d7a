import { COLORS } from '../../color.js';
import {
  FLAG_CASTLE,
  FLAG_DROP,
  FLAG_EN_PASSANT,
  FLAG_MASK,
  FLAG_PROMOTE,
  pieceCode,
  ROLE_SHIFT,
  roleOfCode,
} from '../../compile/codes.js';
import { FRAME, FRAME_REMOVED, PLY, type Position, TURN } from '../../engine/position.js';
import { isCheck } from '../../engine.js';
import { formatSquare } from '../../geometry.js';
import type { Happening } from '../port.js';

/** What a legal move is about to do on this board, but for what it brings about. */
export function whatMoves(before: Position, move: number): readonly Happening[] {
  const { tables, board } = before;
  const us = before.state[TURN]!;
  const from = (move >> 8) & 255;
  const to = move & 255;
  const color = COLORS[us]!;
  const promoted = pieceCode(move >> ROLE_SHIFT, us);
  switch (move & FLAG_MASK) {
    case FLAG_CASTLE:
      return [{ kind: 'castled', color, side: before.partnerFrom[2 * us] === to ? 'king' : 'queen' }];
    case FLAG_DROP:
      return [{ kind: 'dropped', ...pieceOn(before, promoted, to) }];
    default: {
      const isPassing = (move & FLAG_MASK) === FLAG_EN_PASSANT;
      const victim = isPassing ? tables.passedBy[(us ^ 1) * tables.size + to]! : to;
      const { role } = pieceOn(before, board[from]!, from);
      const moved = {
        kind: 'moved',
        role,
        color,
        from: formatSquare(tables, from),
        to: formatSquare(tables, to),
      } as const;
      return [
        moved,
        ...(board[victim] === 0 ? [] : [{ kind: 'captured', ...pieceOn(before, board[victim]!, victim) } as const]),
        ...((move & FLAG_MASK) === FLAG_PROMOTE
          ? [{ kind: 'promoted', ...pieceOn(before, promoted, to) } as const]
          : []),
      ];
    }
  }
}

/** What the last move has brought about on this board: explosions, check. */
export function whatFollowed(after: Position): readonly Happening[] {
  const happened = exploded(after);
  if (isCheck(after)) happened.push({ kind: 'checked', color: COLORS[after.state[TURN]!]! });
  return happened;
}

function exploded(after: Position): Happening[] {
  const { removed, undo, state, tables } = after;
  const happened: Happening[] = [];
  if (tables.blast === null) return happened;
  for (let i = undo[(state[PLY]! - 1) * FRAME + FRAME_REMOVED]!; i < removed.length; i += 4) {
    happened.push({ kind: 'exploded', ...pieceOn(after, removed[i + 1]!, removed[i]!) });
  }
  return happened;
}

const pieceOn = ({ tables }: Position, code: number, square: number) => ({
  role: tables.roles[roleOfCode(code)]!,
  color: COLORS[code & 1]!,
  on: formatSquare(tables, square),
});
