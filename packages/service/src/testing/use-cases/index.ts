import { afterEach, describe } from 'vitest';
import type { Store } from '../../ports/index.js';
import { type OpenTestService, openTestService } from '../test-service.js';
import { testAfterTheEnd } from './after-the-end.js';
import { testCachedResults } from './cached-results.js';
import { testClocks } from './clocks.js';
import { testCommands } from './commands.js';
import { testDowntime } from './downtime.js';
import { testForks } from './forks.js';
import { testGamesInMemory } from './games-in-memory.js';
import { testLobby } from './lobby.js';
import { testNews } from './news.js';
import { testPeople } from './people.js';
import { testPresence } from './presence.js';
import { testQueries } from './queries.js';
import { testReadmeExample } from './readme-example.js';
import { testSlowPositions } from './slow-positions.js';
import { testWaitingGames } from './waiting.js';

/** The contract of the service, over any store. `open` returns an empty store and how to remove it. */
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
    testReadmeExample(openOnStore);
    testCommands(openOnStore);
    testLobby(openOnStore);
    testGamesInMemory(openOnStore);
    testAfterTheEnd(openOnStore);
    testPeople(openOnStore);
    testForks(openOnStore);
    testClocks(openOnStore);
    testDowntime(openOnStore);
    testQueries(openOnStore, size === 'quick' ? { games: 1, turns: 8 } : { games: 3, turns: 20 });
    testCachedResults(openOnStore);
    testNews(openOnStore);
    testSlowPositions(openOnStore);
    testPresence(openOnStore);
    testWaitingGames(openOnStore);
  });
}
