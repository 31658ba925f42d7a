/** Numbers for the wire, handed out one after the other. */
export type Numbers = {
  /** The next one; undefined while all are in use. */
  take(): number | undefined;
  giveBack(number: number): void;
};

/**
 * Counts from `first` to `last` and then begins again, passing over what is still in use: a number comes back as late
 * as possible, for some client may still believe the old one.
 */
export function openNumbers(first: number, last: number): Numbers {
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
