/** How far a check has come. */
export type CheckProgress = {
  /** Reading the source, making the start, playing random games, or evaluating the theories of a JSON ruleset. */
  readonly step: 'reading' | 'start' | 'self-play' | 'theories';
  /** Finished games, or evaluated theories. */
  readonly done: number;
  readonly of: number;
  /** The number of moves in all games together. */
  readonly moves?: number;
};

/** Receives the progress of a check, at most ten times a second. */
export type OnProgress = (progress: CheckProgress) => void;

export const NO_PROGRESS: OnProgress = () => undefined;

const EVERY_MS = 100;

/** Drops reports that follow the previous one within 100 ms. */
export function throttled(onProgress: OnProgress): OnProgress {
  let lastMs = Number.NEGATIVE_INFINITY;
  return (progress) => {
    if (performance.now() - lastMs < EVERY_MS) return;
    lastMs = performance.now();
    onProgress(progress);
  };
}
