import type { Glance, Referee } from '@chessmith/rules';

/** `watcher` sees no secrets; `all` sees everything, once the game has ended. */
export type PublicViewer = 'watcher' | 'all';

/**
 * Caches the glances of one position while it is on the board: decisions, game lists, news and the next command all need
 * them. Its fields are private, so that comparing two states ignores the cache.
 */
export class GlanceCache<P> {
  #referee: Referee<P> | null = null;
  #watcher: Glance | null = null;
  #all: Glance | null = null;

  glance(referee: Referee<P>, position: P, kind: PublicViewer): Glance {
    if (this.#referee !== referee) {
      this.#referee = referee;
      this.#watcher = null;
      this.#all = null;
    }
    const cached = kind === 'watcher' ? this.#watcher : this.#all;
    if (cached !== null) return cached;
    const glance = referee.cost!.glance!(position, { kind });
    if (kind === 'watcher') this.#watcher = glance;
    else this.#all = glance;
    return glance;
  }
}

let lastPosition: unknown;
let lastCache: GlanceCache<never> | undefined;

/**
 * The cache of a position. Successive calls with the same position share one cache, so that the glances of a decision are
 * still there when its position reaches the board.
 */
export function glanceCacheOf<P>(position: P): GlanceCache<P> {
  if (lastCache === undefined || position !== lastPosition) {
    lastPosition = position;
    lastCache = new GlanceCache<never>();
  }
  return lastCache as unknown as GlanceCache<P>;
}
