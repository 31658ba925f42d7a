/** Somebody's place in a queue. */
export type Place = { readonly lane: string };

/** First come, first served within a lane, and lanes take turns: a thousand orders of one game delay another by one. */
export type FairQueue<P extends Place> = {
  /** False when the lane or the whole queue is full. */
  enter(place: P): boolean;
  /** The next one, of those that `suits`. */
  next(suits?: (place: P) => boolean): P | undefined;
  leave(place: P): void;
  readonly size: number;
};

export function fairQueue<P extends Place>(limits: { readonly total: number; readonly perLane: number }): FairQueue<P> {
  /** In the order in which lanes have their turn. */
  const lanes = new Map<string, P[]>();
  let size = 0;

  function remove(lane: string, places: P[], index: number): P {
    const [place] = places.splice(index, 1);
    size--;
    lanes.delete(lane);
    if (places.length > 0) lanes.set(lane, places);
    return place!;
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
      for (const [lane, places] of lanes) {
        const index = places.findIndex(suits);
        if (index >= 0) return remove(lane, places, index);
      }
      return undefined;
    },
    leave(place) {
      const places = lanes.get(place.lane);
      const index = places?.indexOf(place) ?? -1;
      if (places === undefined || index < 0) return;
      places.splice(index, 1);
      size--;
      if (places.length === 0) lanes.delete(place.lane);
    },
    get size() {
      return size;
    },
  };
}
