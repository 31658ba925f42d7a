import { StoreUnavailable } from '@chessmith/service';
import Database from 'better-sqlite3';

/**
 * Throws `StoreUnavailable` if the database library does not load, so that the error does not blame a file or folder. npm may
 * not have built it, or the Node version has changed since.
 */
export function assertLibrary(run: () => void = () => new Database(':memory:').close()): void {
  try {
    run();
  } catch (cause) {
    const why = (cause as Error).message.split('\n', 1)[0];
    const advice = `'npm rebuild better-sqlite3' builds it for this Node (${process.version})`;
    throw new StoreUnavailable(`the database library does not run (${why}); ${advice}`, { cause });
  }
}
