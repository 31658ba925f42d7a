import type { GameId } from '@chessmith/game';
import type { GameSummary, ListedGame, Service } from '@chessmith/service';

export const RULESET = 'quantum-fragments';

const UNFINISHED = ['waiting-for-players', 'ready', 'running'] as const;
const PAGE = 100;
/** The list goes whole to every newcomer, so it has an end. */
const MOST_PAGES = 20;

type PublicMatches = ReadonlyMap<GameId, ListedGame>;

/**
 * Looks up the public games that clients of this protocol can play. Whoever asks while a look-up is under way shares the
 * next one, which sees all that was there when they asked: a crowd, or one who asks without end, costs no more than one.
 */
export function openPublicMatches(service: Service): () => Promise<PublicMatches> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<PublicMatches> | undefined;
  const begin = (): Promise<PublicMatches> => {
    next = undefined;
    const looking = lookUp(service);
    current = looking.catch(() => undefined);
    return looking;
  };
  return () => {
    next ??= current.then(begin);
    return next;
  };
}

/** Those with the latest activity first; the protocol knows no clocks. */
async function lookUp(service: Service): Promise<PublicMatches> {
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

/** The server makes rematches too, but only games of this port with open seats. */
export const isMadeHere = (listed: ListedGame): boolean => listed.host === null && summaryOf(listed).openSeats;

const isUnclocked = (listed: ListedGame): boolean => summaryOf(listed).clock?.kind === 'none';

const summaryOf = ({ summary }: ListedGame): GameSummary => summary as unknown as GameSummary;
