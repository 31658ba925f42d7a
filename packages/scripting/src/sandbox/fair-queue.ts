/** Somebody's place in a queue. */
export type Place = { readonly lane: string };

/**
 * First come, first served within a lane, and the lane is next that has used least: a thousand orders of one game delay
 * another by one, and a script that takes a hundred times as long as others has its turn a hundredth as often.
 */
export type FairQueue<P extends Place> = {
  /** False when the lane or the whole queue is full. */
  enter(place: P): boolean;
  /** The next one, of those that `suits`; when its turn is over, `done` is to be told. */
  next(suits?: (place: P) => boolean): P | undefined;
  /** A turn is over that took so much, in any unit. */
  done(place: P, used: number): void;
  leave(place: P): void;
  readonly size: number;
};

/** So many lanes are remembered before those that owe nothing are forgotten. */
const REMEMBERED = 1000;

/**
 * Lanes are compared by what they have used since they last joined those at the head: who was away does not come back
 * with a credit, and when nobody waits or has a turn, all is forgotten.
 */
export function fairQueue<P extends Place>(limits: { readonly total: number; readonly perLane: number }): FairQueue<P> {
  /** Those that wait; among equals, whose turn is longest ago comes first. */
  const lanes = new Map<string, P[]>();
  const used = new Map<string, number>();
  /** What the lane had used that was last given a turn. */
  let head = 0;
  let size = 0;
  let turns = 0;

  const usedBy = (lane: string): number => Math.max(head, used.get(lane) ?? 0);

  function remove(place: P): void {
    const places = lanes.get(place.lane);
    const index = places?.indexOf(place) ?? -1;
    if (places === undefined || index < 0) return;
    places.splice(index, 1);
    size--;
    if (places.length === 0) lanes.delete(place.lane);
  }

  function forget(): void {
    if (size === 0 && turns === 0) {
      used.clear();
      head = 0;
    } else if (used.size > REMEMBERED) {
      for (const [lane, amount] of used) if (amount <= head) used.delete(lane);
    }
  }

  return {
    enter(place) {
      const places = lanes.get(place.lane) ?? [];
      if (size >= limits.total || places.length >= limits.perLane) return false;
      places.push(place);
      lanes.set(place.lane, places);
      size++;
      return true;
    },
    next(suits = () => true) {
      let best: P | undefined;
      for (const [lane, places] of lanes) {
        if (best !== undefined && usedBy(lane) >= usedBy(best.lane)) continue;
        best = places.find(suits) ?? best;
      }
      if (best === undefined) return undefined;
      head = usedBy(best.lane);
      used.set(best.lane, head);
      const places = lanes.get(best.lane)!;
      remove(best);
      lanes.delete(best.lane);
      if (places.length > 0) lanes.set(best.lane, places);
      turns++;
      return best;
    },
    done({ lane }, amount) {
      turns--;
      used.set(lane, (used.get(lane) ?? head) + amount);
      forget();
    },
    leave: remove,
    get size() {
      return size;
    },
  };
}
