/** An entry of the queue. `path` names its owner, from the widest group (an address) to the narrowest (a ruleset). */
export type QueuedTurn = { readonly path: readonly string[] };

/**
 * First come, first served within a lane; between lanes, the one that has used least is next. So a thousand moves of
 * one ruleset delay another by one turn, and a script that takes a hundred times as long has its turn a hundredth as
 * often. Lanes are grouped, and groups share in the same way, so many lanes get no more than one.
 */
export type FairQueue<P extends QueuedTurn> = {
  /** False if the whole queue, or one of the entry's groups, is full. */
  enter(place: P): boolean;
  /** The next entry for which `suits` is true; call `done` when its turn is over. */
  next(suits?: (place: P) => boolean): P | undefined;
  /** Ends a turn that used so much, in any unit. */
  done(place: P, used: number): void;
  leave(place: P): void;
  readonly size: number;
};

/** `each` limits the entries of one group, from the widest groups to the lanes. */
export type QueueLimits = { readonly total: number; readonly each: readonly number[] };

/** A group remembers so many members before it forgets idle ones. */
const REMEMBERED = 1000;

/** A lane with its entries, or a group of lanes or groups. */
type Group<P> = {
  /** The member whose last turn is longest ago comes first. */
  readonly members: Map<string, Group<P>>;
  readonly places: P[];
  /** What it has used, as its group counts it. */
  used: number;
  /** The usage of the member that had the last turn. */
  head: number;
  /** Waiting entries, and turns that are not over. */
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
 * Compares members by their usage, but never below that of the last turn: an idle member gets no credit. When a group
 * has no entries and no turns, it forgets the usage of its members.
 */
export function fairQueue<P extends QueuedTurn>(limits: QueueLimits): FairQueue<P> {
  const root = newGroup<P>(0);

  const usedBy = ({ head }: Group<P>, member: Group<P>): number => Math.max(head, member.used);

  /** The groups of an entry, from the widest to its lane. */
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
