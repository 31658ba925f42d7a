import { markOrigin, touch } from './marks.js';
import { restorePiece, takePiece } from './pieces-on-board.js';
import { type Position, RIGHTS } from './position.js';
import { loseRights } from './rights.js';

/** Removes the capturing piece and all neighbours that are not spared. */
export function explode(position: Position, around: Uint8Array, center: number): void {
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

/** Restores all pieces that exploded since `removed` had this length. */
export function unexplode(position: Position, length: number): void {
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
