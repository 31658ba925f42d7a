import type { Glance, Referee, View } from '@chessmith/rules';
import type { Game } from './game.js';
import { type GlanceCache, glanceCacheOf, type PublicViewer } from './glance-cache.js';

/** What everyone may see of the board: nothing secret while the game goes on, everything once it has ended. */
export function publicView<P>(referee: Referee<P>, game: Game<P>): View | null {
  return game.board === null ? null : look(referee, game.board.position, seenIn(game));
}

/** The same without what only somebody who is about to move asks for. */
export function publicGlance<P>(referee: Referee<P>, game: Game<P>): Glance | null {
  const { board } = game;
  return board === null ? null : glance(referee, board.position, seenIn(game), board.sight);
}

/** The position as somebody sees it who plays for neither side. */
export const watcherView = <P>(referee: Referee<P>, position: P): View => look(referee, position, 'watcher');
export const watcherGlance = <P>(referee: Referee<P>, position: P): Glance =>
  glance(referee, position, 'watcher', glanceCacheOf(position));

const seenIn = ({ end }: Game): PublicViewer => (end === null ? 'watcher' : 'all');

function glance<P>(referee: Referee<P>, position: P, kind: PublicViewer, sight: GlanceCache<P>): Glance {
  return referee.glance === undefined ? look(referee, position, kind) : sight.glance(referee, position, kind);
}

type Seen = { readonly referee: object; readonly views: { [kind in PublicViewer]?: View } };

// Views are kept for the positions looked at last: one is as large as its position, and most games wait.
const KEPT = 192;
let seenLately = new Map<unknown, Seen>();
let seenBefore = new Map<unknown, Seen>();

function look<P>(referee: Referee<P>, position: P, kind: PublicViewer): View {
  const { views } = seen(referee, position);
  views[kind] ??= referee.view(position, { kind });
  return views[kind];
}

function seen<P>(referee: Referee<P>, position: P): Seen {
  const known = seenLately.get(position);
  if (known?.referee === referee) return known;
  if (seenLately.size >= KEPT / 2) {
    seenBefore = seenLately;
    seenLately = new Map();
  }
  const before = seenBefore.get(position);
  const kept = before?.referee === referee ? before : { referee, views: {} };
  seenLately.set(position, kept);
  return kept;
}
