/** Somebody's place in a queue: whose it is, from the widest group (an address) to the narrowest (a ruleset). */
export type QueuedTurn = { readonly path: readonly string[] };

/**
 * First come, first served within a lane, and the lane is next that has used least: a thousand orders of one game delay
 * another by one, and a script that takes a hundred times as long as others has its turn a hundredth as often. Lanes
 * are grouped, and groups share in the same way, so that many lanes get no more than one.
 */
export type FairQueue<P extends QueuedTurn> = {
  /** False when the whole queue, or a group that the place belongs to, is full. */
  enter(place: P): boolean;
  /** The next one, of those that `suits`; when its turn is over, `done` is to be told. */
  next(suits?: (place: P) => boolean): P | undefined;
  /** A turn is over that took so much, in any unit. */
  done(place: P, used: number): void;
  leave(place: P): void;
  readonly size: number;
};

/** `each` bounds the places of one group, from the widest groups to the lanes. */
export type QueueLimits = { readonly total: number; readonly each: readonly number[] };

/** So many members of a group are remembered before those that owe nothing are forgotten. */
const REMEMBERED = 1000;

/** A lane, with its places, or a group of lanes or groups. */
type Group<P> = {
  /** Those whose turn is longest ago come first. */
  readonly members: Map<string, Group<P>>;
  readonly places: P[];
  /** What it has used, as its group counts it. */
  used: number;
  /** What the member had used that was last given a turn. */
  head: number;
  /** Places that wait in it, and turns that are not over. */
  size: number;
  turns: number;
};

const newGroup = <P>(used: number): Group<P> => ({
  members: new Map(),
  places: [],
  used,
  head: 0,
  size: 0,
  turns: 0,
});

/**
 * Members are compared by what they have used since they last joined those at the head: who was away does not come back
 * with a credit, and when nobody of a group waits or has a turn, all within it is forgotten.
 */
export function fairQueue<P extends QueuedTurn>(limits: QueueLimits): FairQueue<P> {
  const root = newGroup<P>(0);

  const usedBy = ({ head }: Group<P>, member: Group<P>): number => Math.max(head, member.used);

  /** The groups of a place, each after the one it belongs to. */
  function groupsOf({ path }: P): readonly Group<P>[] {
    const groups = [root];
    for (const key of path) {
      const group = groups.at(-1)!;
      const member = group.members.get(key) ?? newGroup<P>(group.head);
      group.members.set(key, member);
      groups.push(member);
    }
    return groups;
  }

  function find(group: Group<P>, suits: (place: P) => boolean): P | undefined {
    if (group.places.length > 0) return group.places.find(suits);
    let best: { readonly used: number; readonly place: P } | undefined;
    for (const member of group.members.values()) {
      const used = usedBy(group, member);
      if (member.size === 0 || (best !== undefined && used >= best.used)) continue;
      const place = find(member, suits);
      if (place !== undefined) best = { used, place };
    }
    return best?.place;
  }

  function remove(place: P, groups: readonly Group<P>[]): boolean {
    const { places } = groups.at(-1)!;
    const index = places.indexOf(place);
    if (index < 0) return false;
    places.splice(index, 1);
    for (const group of groups) group.size--;
    return true;
  }

  function forget(groups: readonly Group<P>[]): void {
    for (const group of groups) {
      if (group.size === 0 && group.turns === 0) {
        group.members.clear();
        group.head = 0;
      } else if (group.members.size > REMEMBERED) {
        for (const [key, { used, size, turns }] of group.members) {
          if (size === 0 && turns === 0 && used <= group.head) group.members.delete(key);
        }
      }
    }
  }

  return {
    enter(place) {
      const groups = groupsOf(place);
      if (groups.some(({ size }, depth) => size >= (depth === 0 ? limits.total : limits.each[depth - 1]!))) {
        forget(groups);
        return false;
      }
      groups.at(-1)!.places.push(place);
      for (const group of groups) group.size++;
      return true;
    },
    next(suits = () => true) {
      const place = find(root, suits);
      if (place === undefined) return undefined;
      const groups = groupsOf(place);
      remove(place, groups);
      for (const [depth, key] of place.path.entries()) {
        const [group, member] = [groups[depth]!, groups[depth + 1]!];
        group.head = usedBy(group, member);
        member.used = group.head;
        group.members.delete(key);
        group.members.set(key, member);
      }
      for (const group of groups) group.turns++;
      return place;
    },
    done(place, amount) {
      const groups = groupsOf(place);
      for (const group of groups) {
        group.turns--;
        group.used += amount;
      }
      forget(groups);
    },
    leave(place) {
      const groups = groupsOf(place);
      remove(place, groups);
      forget(groups);
    },
    get size() {
      return root.size;
    },
  };
}
