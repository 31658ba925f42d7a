import type { GameId } from '@chessmith/game';
import type { GameSummary, ListedGame, Service } from '@chessmith/service';

export const RULESET = 'quantum-fragments';

const UNFINISHED = ['waiting-for-players', 'ready', 'running'] as const;
const PAGE = 100;
/** The list goes whole to every newcomer, so it has an end. */
const MOST_PAGES = 5;

/** The public games that clients of this protocol can play, those with the latest activity first: it knows no clocks. */
export async function publicMatches(service: Service): Promise<ReadonlyMap<GameId, ListedGame>> {
  const found = new Map<GameId, ListedGame>();
  let after: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page = await service.listGames(
      { ruleset: RULESET, situations: UNFINISHED },
      { limit: PAGE, ...(after === undefined ? {} : { after }) },
    );
    for (const listed of page.games) if (isUnclocked(listed)) found.set(listed.game, listed);
    after = page.next;
    if (after === undefined) break;
  }
  return found;
}

/** Whether everybody has left it while it was played. */
export const isDeserted = ({ situation, seats }: ListedGame): boolean =>
  situation === 'running' && seats.white === null && seats.black === null;

const isUnclocked = ({ summary }: ListedGame): boolean => (summary as unknown as GameSummary).clock?.kind === 'none';
