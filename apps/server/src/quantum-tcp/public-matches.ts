import type { GameId } from '@chessmith/game';
import type { GameSummary, Games, ListedGame } from '@chessmith/service';

export const RULESET = 'quantum-fragments';

const UNFINISHED = ['waiting-for-players', 'ready', 'running'] as const;
const PAGE = 100;
/** Limits the list, which every new client gets in full. */
const MOST_PAGES = 20;

type PublicMatches = ReadonlyMap<GameId, ListedGame>;

/**
 * Looks up the public games that clients of this protocol can play. Concurrent callers share the next look-up, so
 * that many callers, or one that asks without end, cost no more than one.
 */
export function publicMatchLookup(games: Games): () => Promise<PublicMatches> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<PublicMatches> | undefined;
  const begin = (): Promise<PublicMatches> => {
    next = undefined;
    const lookup = lookUp(games);
    current = lookup.catch(() => undefined);
    return lookup;
  };
  return () => {
    next ??= current.then(begin);
    return next;
  };
}

/** Latest activity first. Games with clocks are left out, since the protocol has none. */
async function lookUp(games: Games): Promise<PublicMatches> {
  const found = new Map<GameId, ListedGame>();
  let after: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page = await games.list(
      { ruleset: RULESET, situations: UNFINISHED },
      { limit: PAGE, ...(after === undefined ? {} : { after }) },
    );
    for (const listed of page.games) if (isUnclocked(listed)) found.set(listed.game, listed);
    after = page.next;
    if (after === undefined) break;
  }
  return found;
}

/** Whether all players have left a running game. */
export const isDeserted = ({ situation, seats }: ListedGame): boolean =>
  situation === 'running' && seats.white === null && seats.black === null;

/**
 * Whether the game was created at this port. The server creates rematches too, but only games of this port have open
 * seats.
 */
export const isMadeHere = (listed: ListedGame): boolean => listed.host === null && summaryOf(listed).openSeats;

const isUnclocked = (listed: ListedGame): boolean => summaryOf(listed).clock?.kind === 'none';

const summaryOf = ({ summary }: ListedGame): GameSummary => summary as unknown as GameSummary;
