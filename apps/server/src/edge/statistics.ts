import type { FinishedGame, PeopleStore, Statistics } from '@chessmith/service';

type Post = (url: string, body: string) => Promise<{ readonly ok: boolean; readonly status: number }>;

const PATIENCE_MS = 10_000;

/**
 * Posts results to a statistics service in seed 000's format: WHITE, then BLACK, for players with a name. It rejects
 * when that service does not take one; the result then comes again, and whoever was posted already is left out.
 */
export function openStatistics(service: string | null, people: PeopleStore, post: Post = postJson): Statistics {
  const posted = new Map<string, Set<string>>();
  return {
    async record(finished) {
      if (service === null) return;
      const { game, seats } = finished;
      const done = posted.get(game) ?? new Set();
      posted.set(game, done);
      for (const color of ['white', 'black'] as const) {
        const id = seats[color];
        if (id === null || done.has(color)) continue;
        const name = (await people.person(id))?.name;
        if (name) await deliver(`http://${service}/score/${encodeURIComponent(name)}`, scoreOf(finished, color), post);
        done.add(color);
      }
      posted.delete(game);
    },
  };
}

function scoreOf({ end }: FinishedGame, color: 'white' | 'black'): string {
  return JSON.stringify({ score: end.kind === 'draw' ? {} : { hasWon: end.winner === color } });
}

async function deliver(url: string, body: string, post: Post): Promise<void> {
  const { ok, status } = await post(url, body);
  if (!ok) throw new Error(`the statistics service answered ${status}`);
}

const postJson: Post = (url, body) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
