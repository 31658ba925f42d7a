import type { Glance, Referee, View } from '@chessmith/rules';
import type { Game } from './game.js';
import { type GlanceCache, glanceCacheOf, type PublicViewer } from './glance-cache.js';

/** The board as everybody may see it: without secrets while the game runs, complete once it has ended. */
export function publicView<P>(referee: Referee<P>, game: Game<P>): View | null {
  return game.board === null ? null : cachedView(referee, game.board.position, publicViewer(game));
}

/** As `publicView`, but without the legal moves and other parts that only the side to move needs. */
export function publicGlance<P>(referee: Referee<P>, game: Game<P>): Glance | null {
  const { board } = game;
  return board === null ? null : cachedGlance(referee, board.position, publicViewer(game), board.glances);
}

/** The position as a watcher sees it. */
export const watcherView = <P>(referee: Referee<P>, position: P): View => cachedView(referee, position, 'watcher');
export const watcherGlance = <P>(referee: Referee<P>, position: P): Glance =>
  cachedGlance(referee, position, 'watcher', glanceCacheOf(position));

const publicViewer = ({ end }: Game): PublicViewer => (end === null ? 'watcher' : 'all');

/** Referees without `cost.glance` give their full view instead. */
function cachedGlance<P>(referee: Referee<P>, position: P, kind: PublicViewer, cache: GlanceCache<P>): Glance {
  return referee.cost?.glance === undefined
    ? cachedView(referee, position, kind)
    : cache.glance(referee, position, kind);
}

type CachedViews = { readonly referee: object; readonly views: { [kind in PublicViewer]?: View } };

// Bounded, since a view is as large as its position and most open games are idle. Two generations approximate an LRU cache.
// Keys are weak: a position refers to its compiled rules, which may be megabytes and must not outlive their last game.
const MAX_CACHED_POSITIONS = 192;
let recent = new WeakMap<object, CachedViews>();
let older = new WeakMap<object, CachedViews>();
let recentCount = 0;

function cachedView<P>(referee: Referee<P>, position: P, kind: PublicViewer): View {
  const { views } = cachedViewsOf(referee, position as object);
  views[kind] ??= referee.view(position, { kind });
  return views[kind];
}

function cachedViewsOf(referee: object, position: object): CachedViews {
  const cached = recent.get(position);
  if (cached?.referee === referee) return cached;
  if (recentCount >= MAX_CACHED_POSITIONS / 2) {
    older = recent;
    recent = new WeakMap();
    recentCount = 0;
  }
  const previous = older.get(position);
  const entry = previous?.referee === referee ? previous : { referee, views: {} };
  recent.set(position, entry);
  recentCount++;
  return entry;
}
