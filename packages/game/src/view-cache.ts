import type { Glance, Referee, View } from '@chessmith/rules';

/** `watcher` sees no secrets; `all` sees everything, once the game has ended. */
export type PublicViewer = 'watcher' | 'all';

/**
 * Caches what everybody may see of one position: decisions, game lists, news and the next command all need it. Glances are
 * kept as long as the position is on a board; full views, which are large, only until the next garbage collection.
 * Its fields are private, so that comparing two states ignores the cache.
 */
export class ViewCache<P> {
  #referee: Referee<P> | null = null;
  #glances: { [kind in PublicViewer]?: Glance } = {};
  #views: { [kind in PublicViewer]?: WeakRef<View> } = {};

  view(referee: Referee<P>, position: P, kind: PublicViewer): View {
    this.#belongTo(referee);
    const cached = this.#views[kind]?.deref();
    if (cached !== undefined) return cached;
    const view = referee.view(position, { kind });
    this.#views[kind] = new WeakRef(view);
    return view;
  }

  /** Referees without `cost.glance` give their full view instead. */
  glance(referee: Referee<P>, position: P, kind: PublicViewer): Glance {
    if (referee.cost?.glance === undefined) return this.view(referee, position, kind);
    this.#belongTo(referee);
    this.#glances[kind] ??= referee.cost.glance(position, { kind });
    return this.#glances[kind];
  }

  #belongTo(referee: Referee<P>): void {
    if (this.#referee === referee) return;
    this.#referee = referee;
    this.#glances = {};
    this.#views = {};
  }
}
