import type { Hint, Hints } from '@chessmith/service';

/** Hints within one process. */
export function openHints(): Hints {
  const ears = new Set<(hint: Hint) => void>();
  return {
    give: (hint) => {
      for (const heard of ears) heard(hint);
    },
    listen: (heard) => {
      ears.add(heard);
      return () => ears.delete(heard);
    },
  };
}
