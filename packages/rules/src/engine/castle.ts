import type { CastleWay } from '../compile/tables.js';
import { touch } from './marks.js';
import { hashPiece } from './pieces-on-board.js';
import { FRAME, FRAME_MARKS, PLY, type Position, ROYAL } from './position.js';

/** Moves the castling piece and its partner; `partnerFrom` is the partner's square before. */
export function castle(position: Position, from: number, partnerFrom: number, us: number): void {
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

export function uncastle(position: Position, from: number, partnerFrom: number, us: number): void {
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

/** Moves two pieces of one side at once; each may land on the other's square. */
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
