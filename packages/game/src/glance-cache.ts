import type { Glance, Referee } from '@chessmith/rules';

/** Who looks: somebody who plays for neither side, or anybody once nothing is secret any more. */
export type PublicViewer = 'watcher' | 'all';

/**
 * What was seen of a position at a glance, for as long as it stands on the board of a game: decisions, lists and news look at
 * it one after the other, and so does the next command. It is no part of the state, so that states compare without it.
 */
export class GlanceCache<P> {
  #by: Referee<P> | null = null;
  #watcher: Glance | null = null;
  #all: Glance | null = null;

  glance(referee: Referee<P>, position: P, kind: PublicViewer): Glance {
    if (this.#by !== referee) {
      this.#by = referee;
      this.#watcher = null;
      this.#all = null;
    }
    const known = kind === 'watcher' ? this.#watcher : this.#all;
    if (known !== null) return known;
    const glance = referee.glance!(position, { kind });
    if (kind === 'watcher') this.#watcher = glance;
    else this.#all = glance;
    return glance;
  }
}

let lastPosition: unknown;
let lastSight: GlanceCache<never> | undefined;

/** The sight of a position that a decision has just looked at, which comes onto the board next; otherwise a new one. */
export function glanceCacheOf<P>(position: P): GlanceCache<P> {
  if (lastSight === undefined || position !== lastPosition) {
    lastPosition = position;
    lastSight = new GlanceCache<never>();
  }
  return lastSight as unknown as GlanceCache<P>;
}
