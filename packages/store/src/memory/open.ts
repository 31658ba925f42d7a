import { type Readiness, type Store, StoreUnavailable } from '@chessmith/service';
import { memoryChat } from './chat.js';
import { memoryDirectory } from './directory.js';
import { emptyGames, memoryGameStore } from './games.js';
import { memoryHeartbeat } from './heartbeat.js';
import { memoryOutbox } from './outbox.js';
import { memoryPeople } from './people.js';
import { memoryRulesets } from './rulesets.js';
import { memorySettings } from './settings.js';

/** A store without a file; its data is lost when the process ends. For tests and temporary servers. */
export function openMemoryStore(): Store {
  let isOpen = true;
  const assertOpen = (): void => {
    if (!isOpen) throw new StoreUnavailable('the store is closed');
  };
  const games = emptyGames();
  const outbox = memoryOutbox(assertOpen);
  const chat = memoryChat(assertOpen);
  const people = memoryPeople(assertOpen, chat.forget);
  return {
    games: memoryGameStore(games, outbox.enqueue, () => isOpen),
    directory: memoryDirectory(games, assertOpen),
    people,
    chat,
    outbox,
    heartbeat: memoryHeartbeat(assertOpen),
    settings: memorySettings(assertOpen),
    rulesets: memoryRulesets(assertOpen, async (id) => (await people.person(id))?.name ?? null),
    readiness: (): Readiness => (isOpen ? { ready: true } : { ready: false, reason: 'closed' }),
    async close() {
      isOpen = false;
    },
  };
}
