import { StoreUnavailable } from '@chessmith/service';
import Database from 'better-sqlite3';

/**
 * Throws `StoreUnavailable` where the database library does not run, before a file or a folder is blamed for it: npm may have
 * left it unbuilt, or Node is another one since.
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
