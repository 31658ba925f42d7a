import type { PersonId } from '@chessmith/people';
import { resultsOf, type Statistics, type Store } from '@chessmith/service';
import { calledElsewhere } from '../chess-game-service/display-names.js';

type Post = (
  url: string,
  body: string,
  signal: AbortSignal,
) => Promise<{ readonly ok: boolean; readonly status: number }>;
type Around = Pick<Store, 'people' | 'settings'>;

export type ResultPoster = Statistics & {
  /** Lets go of what is on its way, which then counts as not arrived. */
  close(): void;
};

const PATIENCE_MS = 10_000;

/**
 * Posts results to a statistics service in seed 000's format: WHITE, then BLACK, for players with a name. It rejects
 * when that service does not take one; the result then comes again, perhaps after a restart, and whoever was posted
 * already is left out.
 */
export function openResultPoster(service: string, { people, settings }: Around, post: Post = postJson): ResultPoster {
  const closing = new AbortController();
  const nameOf = async (id: PersonId) => (await people.person(id))?.name ?? (await calledElsewhere(settings, id));
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
    close: () => closing.abort(),
  };
}

/** Brings each result to all of them, one after the other; it has arrived when the last has taken it. */
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
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
  });
