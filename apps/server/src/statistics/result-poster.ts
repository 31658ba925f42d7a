import type { PersonId } from '@chessmith/people';
import { resultsOf, type Statistics, type Store } from '@chessmith/service';
import { contractDisplayName } from '../chess-game-service/display-names.js';

type Post = (
  url: string,
  body: string,
  signal: AbortSignal,
) => Promise<{ readonly ok: boolean; readonly status: number }>;
type PosterStore = Pick<Store, 'people' | 'settings'>;

export type ResultPoster = Statistics & {
  /** Waits some seconds for the running post, which may be counted already; then cancels it, and it is sent again later. */
  close(): void;
};

const TIMEOUT_MS = 10_000;
const LAST_POST_MS = 3000;

/**
 * Posts results to a statistics service in the format of the Chess Game Service API: WHITE, then BLACK, for players
 * with a name. Rejects if the service does not accept one; the outbox then retries, also after a restart, and skips
 * the side that was already posted.
 */
export function openResultPoster(
  service: string,
  { people, settings }: PosterStore,
  post: Post = postJson,
): ResultPoster {
  const closing = new AbortController();
  const nameOf = async (id: PersonId) => (await people.person(id))?.name ?? (await contractDisplayName(settings, id));
  return {
    async record(finished) {
      const progress = `results-posted:${finished.game}`;
      let done = ((await settings.get(progress)) ?? []) as readonly string[];
      for (const { person, fared } of resultsOf(finished)) {
        const name = done.includes(person) ? null : await nameOf(person as PersonId);
        if (!name) continue;
        const score = fared === 'drew' ? {} : { hasWon: fared === 'won' };
        const url = `http://${service}/score/${encodeURIComponent(name)}`;
        const { ok, status } = await post(url, JSON.stringify({ score }), closing.signal);
        if (!ok) throw new Error(`the statistics service answered ${status}`);
        done = [...done, person];
        await settings.set(progress, done);
      }
      await settings.remove(progress);
    },
    close: () => void setTimeout(() => closing.abort(), LAST_POST_MS).unref(),
  };
}

/** Delivers each result to all of them in sequence; it is delivered when the last accepts it. */
export const recordInTurn = (...all: readonly Statistics[]): Statistics => ({
  async record(finished) {
    for (const statistics of all) await statistics.record(finished);
  },
});

const postJson: Post = (url, body, signal) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
