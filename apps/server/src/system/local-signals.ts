import type { VersionSignal, VersionSignals } from '@chessmith/service';

/** Version signals within one process. */
export function localSignals(): VersionSignals {
  const listeners = new Set<(signal: VersionSignal) => void>();
  return {
    send: (signal) => {
      for (const listener of listeners) listener(signal);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
