import type { Referee, View } from '@chessmith/rules';
import type { Game } from './game.js';

/** What everyone may see of the board: nothing secret while the game goes on, everything once it has ended. */
export function openView<P>(referee: Referee<P>, game: Game<P>): View | null {
  if (game.board === null) return null;
  return look(referee, game.board.position, game.end === null ? 'watcher' : 'all');
}

/** The position as somebody sees it who plays for neither side. */
export const watcherView = <P>(referee: Referee<P>, position: P): View => look(referee, position, 'watcher');

type Seen = { readonly referee: object; watcher?: View; all?: View };

// Decisions, news and views look at the same position one after the other, and the next command looks at it again. What
// they saw is kept for the positions looked at last: a view is as large as its position, and most games wait.
const KEPT = 1024;
const seenOf = new WeakMap<object, Seen>();
const latest: WeakRef<object>[] = [];
let oldest = 0;

function look<P>(referee: Referee<P>, position: P, kind: 'watcher' | 'all'): View {
  if (typeof position !== 'object' || position === null) return referee.view(position, { kind });
  let seen = seenOf.get(position);
  if (seen === undefined || seen.referee !== referee) {
    seen = { referee };
    keep(position, seen);
  }
  seen[kind] ??= referee.view(position, { kind });
  return seen[kind];
}

function keep(position: object, seen: Seen): void {
  const forgotten = latest[oldest]?.deref();
  if (forgotten !== undefined) seenOf.delete(forgotten);
  latest[oldest] = new WeakRef(position);
  oldest = (oldest + 1) % KEPT;
  seenOf.set(position, seen);
}
