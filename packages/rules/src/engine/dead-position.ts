import { isAttacked } from './attacks.js';
import { takePiece } from './pieces-on-board.js';
import { clonePosition, PASSED, type Position, RIGHTS, ROYAL, ROYALS } from './position.js';
import { pieceMoves } from './pseudo.js';

/**
 * Whether the men on the board stop each other for good and no king can get at one of them, so that nothing but kings
 * ever moves and nobody can be mated (FIDE 5.2.2). A "no" says nothing: there are other dead positions.
 */
export function isDeadPosition(position: Position): boolean {
  const { tables, state } = position;
  const { material, stalemate } = tables.ends;
  if (material !== 'mate' || stalemate !== 'draw' || tables.hasEarlyEnd || tables.keepsPockets || tables.blast)
    return false;
  if (state[RIGHTS] !== 0 || state[PASSED]! >= 0 || state[ROYALS] !== 1 || state[ROYALS + 1] !== 1) return false;
  if (canAnyMove(position)) return false;
  // A king in somebody's way will step aside.
  const bare = clonePosition(position);
  const kings = [0, 1].map((color) => {
    const square = state[ROYAL + color]!;
    return { square, code: takePiece(bare, square) };
  });
  return !canAnyMove(bare) && kings.every(({ square, code }) => !reachesEnemy(bare, square, code));
}

const room = new Int32Array(1 << 12);

function canAnyMove(position: Position): boolean {
  const { board, tables } = position;
  return board.some((code, at) => code !== 0 && tables.isRoyal[code] === 0 && pieceMoves(position, at, room, 0) > 0);
}

/** Whether a king who walks about, wherever no man of the enemy forbids it, comes to one that no other protects. */
function reachesEnemy(bare: Position, home: number, king: number): boolean {
  const { board } = bare;
  const seen = new Set([home]);
  for (const from of seen) {
    board[from] = king;
    const targets = room.slice(0, pieceMoves(bare, from, room, 0)).map((move) => move & 255);
    board[from] = 0;
    for (const to of targets) {
      if (isAttacked(bare, to, (king & 1) ^ 1)) continue;
      if (board[to] !== 0) return true;
      seen.add(to);
    }
  }
  return false;
}
