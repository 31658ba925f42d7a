import { isAttacked } from './attacks.js';
import { takePiece } from './pieces-on-board.js';
import { clonePosition, PASSED, type Position, RIGHTS, ROYAL, ROYALS } from './position.js';
import { pieceMoves } from './pseudo.js';

/**
 * Whether all pieces but the kings are blocked for good and no king can capture one of them, so that mate is impossible
 * (FIDE 5.2.2). True is certain; false is not, because other dead positions exist.
 */
export function isDeadPosition(position: Position): boolean {
  const { tables, state } = position;
  const { material, stalemate } = tables.endingFlags;
  if (material !== 'mate' || stalemate !== 'draw' || tables.hasEarlyEnd || tables.keepsPockets || tables.blast)
    return false;
  if (state[RIGHTS] !== 0 || state[PASSED]! >= 0 || state[ROYALS] !== 1 || state[ROYALS + 1] !== 1) return false;
  if (canAnyMove(position)) return false;
  // A king that blocks a piece can step aside, so test again without kings.
  const bare = clonePosition(position);
  const kings = [0, 1].map((color) => {
    const square = state[ROYAL + color]!;
    return { square, code: takePiece(bare, square) };
  });
  return !canAnyMove(bare) && kings.every(({ square, code }) => !reachesEnemy(bare, square, code));
}

const scratch = new Int32Array(1 << 12);

function canAnyMove(position: Position): boolean {
  const { board, tables } = position;
  return board.some((code, at) => code !== 0 && tables.isRoyal[code] === 0 && pieceMoves(position, at, scratch, 0) > 0);
}

/** Whether a king, walking over squares that the enemy does not attack, can capture an unprotected piece. */
function reachesEnemy(bare: Position, home: number, king: number): boolean {
  const { board } = bare;
  const seen = new Set([home]);
  for (const from of seen) {
    board[from] = king;
    const targets = scratch.slice(0, pieceMoves(bare, from, scratch, 0)).map((move) => move & 255);
    board[from] = 0;
    for (const to of targets) {
      if (isAttacked(bare, to, (king & 1) ^ 1)) continue;
      if (board[to] !== 0) return true;
      seen.add(to);
    }
  }
  return false;
}
