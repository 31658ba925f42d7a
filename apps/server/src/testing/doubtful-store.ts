import { type Store, StoreUnavailable } from '@chessmith/service';
import { openMemoryStore } from '@chessmith/store';

/** An in-memory store that fails on demand: as unavailable (503), or with an unexpected error (500). */
export function doubtfulStore() {
  let failure: Error | undefined;
  const port = <T extends object>(sound: T): T =>
    new Proxy(sound, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return (...args: unknown[]) => {
          if (failure === undefined) return method.apply(target, args);
          return name === 'factPages' ? failingPages(failure) : Promise.reject(failure);
        };
      },
    });
  const sound = openMemoryStore();
  const { games, directory, people, chat, outbox, heartbeat, settings, rulesets } = sound;
  const store: Store = {
    games: port(games),
    directory: port(directory),
    people: port(people),
    chat: port(chat),
    outbox: port(outbox),
    heartbeat: port(heartbeat),
    settings: port(settings),
    rulesets: port(rulesets),
    readiness: () => (failure === undefined ? { ready: true } : { ready: false, reason: failure.message }),
    close: () => sound.close(),
  };
  return {
    store,
    async failing(status: 500 | 503, during: () => Promise<void>): Promise<void> {
      failure = status === 503 ? new StoreUnavailable('the disk is gone') : new Error('an unexpected error');
      await during().finally(() => {
        failure = undefined;
      });
    },
  };
}

// biome-ignore lint/correctness/useYield: it fails before the first page.
async function* failingPages(failure: Error): AsyncGenerator<never> {
  throw failure;
}
