import { type PersonId, parseName } from '@chessmith/people';
import { chessGameService } from '@chessmith/protocol';
import { resultsOf, type Statistics, type Store, tokenlessPlayers } from '@chessmith/service';

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
  const { displayName } = tokenlessPlayers(settings);
  const nameOf = async (id: PersonId) => (await people.person(id))?.name ?? postableName(await displayName(id));
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

/** Names that can be part of a URL path: no lone surrogates, and not only dots. */
const URL_SAFE = /^(?!\.{1,2}$)\P{C}+$/u;

/** The name that a player of the Chess Game Service API gave, if people cannot have it; null otherwise. */
const postableName = (name: string | undefined): string | null =>
  name === undefined || name === chessGameService.GUEST_NAME || parseName(name).ok || !URL_SAFE.test(name)
    ? null
    : name;

const postJson: Post = (url, body, signal) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
