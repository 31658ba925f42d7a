import { afterEach, describe } from 'vitest';
import type { Limits, Ports } from '../../open-service.js';
import type { Store } from '../../ports/index.js';
import { openTestService, type TestService } from '../test-service.js';
import { afterTheEndPromises } from './after-the-end.js';
import { keptAnswerPromises } from './cached-results.js';
import { clockPromises } from './clocks.js';
import { commandPromises } from './commands.js';
import { downtimePromises } from './downtime.js';
import { forkPromises } from './forks.js';
import { memoryPromises } from './games-in-memory.js';
import { lobbyPromises } from './lobby.js';
import { newsPromises } from './news.js';
import { peoplePromises } from './people.js';
import { preparingPromises } from './preparing.js';
import { presencePromises } from './presence.js';
import { questionPromises } from './queries.js';
import { waitingPromises } from './waiting.js';

export type OpenTestService = (ports?: Partial<Ports>, limits?: Partial<Limits>) => Promise<TestService>;

/** What the service promises to people, over any store. `open` gives an empty one, and how to clear it away. */
export function testUseCases(
  name: string,
  open: () => Promise<{ readonly store: Store; dispose(): Promise<void> }>,
  size: 'quick' | 'thorough' = 'quick',
): void {
  describe(`the service over ${name}`, () => {
    const closing: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close();
    });
    const openOnStore: OpenTestService = async (ports, limits) => {
      const { store, dispose } = await open();
      closing.push(dispose);
      const testService = await openTestService(store, ports, limits);
      closing.push(() => testService.service.close());
      return testService;
    };
    commandPromises(openOnStore);
    lobbyPromises(openOnStore);
    memoryPromises(openOnStore);
    afterTheEndPromises(openOnStore);
    peoplePromises(openOnStore);
    forkPromises(openOnStore);
    clockPromises(openOnStore);
    downtimePromises(openOnStore);
    questionPromises(openOnStore, size === 'quick' ? { games: 1, turns: 8 } : { games: 3, turns: 20 });
    keptAnswerPromises(openOnStore);
    newsPromises(openOnStore);
    preparingPromises(openOnStore);
    presencePromises(openOnStore);
    waitingPromises(openOnStore);
  });
}
