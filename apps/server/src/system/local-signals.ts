import type { VersionSignal, VersionSignals } from '@chessmith/service';

/** Hints within one process. */
export function localSignals(): VersionSignals {
  const ears = new Set<(hint: VersionSignal) => void>();
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
