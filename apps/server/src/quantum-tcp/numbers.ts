/** Numbers for the wire, assigned in sequence. */
export type Numbers = {
  /** The next number; undefined while all are in use. */
  take(): number | undefined;
  giveBack(number: number): void;
};

/**
 * Counts from `first` to `last` and starts again, skipping numbers in use. A number is reused as late as possible,
 * since a client may still refer to the old one.
 */
export function numberPool(first: number, last: number): Numbers {
  const inUse = new Set<number>();
  let next = first;
  return {
    take() {
      if (inUse.size > last - first) return undefined;
      while (inUse.has(next)) step();
      const number = next;
      inUse.add(number);
      step();
      return number;
    },
    giveBack: (number) => void inUse.delete(number),
  };

  function step(): void {
    next = next === last ? first : next + 1;
  }
}
