import type { Referee, View } from '@chessmith/rules';
import type { Game } from './game.js';

/** What everyone may see of the board: nothing secret while the game goes on, everything once it has ended. */
export function openView<P>(referee: Referee<P>, game: Game<P>): View | null {
  if (game.board === null) return null;
  return look(referee, game.board.position, game.end === null ? 'watcher' : 'all');
}

/** The position as somebody sees it who plays for neither side. */
export const watcherView = <P>(referee: Referee<P>, position: P): View => look(referee, position, 'watcher');

type Seen = { watcher?: View; all?: View };

// Decisions, news and views look at the same position one after the other. What they saw is kept while it lives.
const seenBy = new WeakMap<object, WeakMap<object, Seen>>();

function look<P>(referee: Referee<P>, position: P, kind: keyof Seen): View {
  if (typeof position !== 'object' || position === null) return referee.view(position, { kind });
  const positions = kept(seenBy, referee, () => new WeakMap<object, Seen>());
  const seen = kept(positions, position, (): Seen => ({}));
  seen[kind] ??= referee.view(position, { kind });
  return seen[kind];
}

function kept<T>(among: WeakMap<object, T>, key: object, make: () => T): T {
  const known = among.get(key);
  if (known !== undefined) return known;
  const made = make();
  among.set(key, made);
  return made;
}
