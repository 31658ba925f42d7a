/** How far a check has come. */
export type CheckProgress = {
  /** It is read; its start is made; it plays random games; or the theories of rules without code are asked. */
  readonly step: 'reading' | 'start' | 'self-play' | 'theories';
  /** Games that have ended, theories that have answered. */
  readonly done: number;
  readonly of: number;
  /** Moves of all games together. */
  readonly moves?: number;
};

/** Hears how far a check has come, a few times a second at the most. */
export type OnProgress = (progress: CheckProgress) => void;

export const NO_PROGRESS: OnProgress = () => undefined;

const EVERY_MS = 100;

/** Leaves out what would come sooner than anybody reads. */
export function throttled(tell: OnProgress): OnProgress {
  let lastMs = Number.NEGATIVE_INFINITY;
  return (progress) => {
    if (performance.now() - lastMs < EVERY_MS) return;
    lastMs = performance.now();
    tell(progress);
  };
}
