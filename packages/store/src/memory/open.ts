import { type Readiness, type Store, StoreUnavailable } from '@chessmith/service';
import { memoryChat } from './chat.js';
import { memoryDirectory } from './directory.js';
import { emptyGames, memoryGameStore } from './games.js';
import { memoryHeartbeat } from './heartbeat.js';
import { memoryOutbox } from './outbox.js';
import { memoryPeople } from './people.js';
import { memoryRulesets } from './rulesets.js';
import { memorySettings } from './settings.js';

/** A store that keeps its promises until the process ends: for tests, and for playing without a trace. */
export function openMemoryStore(): Store {
  let isOpen = true;
  const guard = (): void => {
    if (!isOpen) throw new StoreUnavailable('the store is closed');
  };
  const games = emptyGames();
  const outbox = memoryOutbox(guard);
  const chat = memoryChat(guard);
  const people = memoryPeople(guard, chat.forget);
  return {
    games: memoryGameStore(games, outbox.enqueue, () => isOpen),
    directory: memoryDirectory(games, guard),
    people,
    chat,
    outbox,
    heartbeat: memoryHeartbeat(guard),
    settings: memorySettings(guard),
    rulesets: memoryRulesets(guard, async (id) => (await people.person(id))?.name ?? null),
    readiness: (): Readiness => (isOpen ? { ready: true } : { ready: false, reason: 'closed' }),
    async close() {
      isOpen = false;
    },
  };
}
