import type { PersonId } from '@chessmith/people';
import type { GameSearch, ListedSituation, Page } from '@chessmith/service';

export type SearchQuery = {
  readonly situation?: ListedSituation;
  readonly finished?: boolean;
  readonly ruleset?: string;
  readonly player?: PersonId;
  readonly open?: boolean;
  readonly alias?: string;
  readonly limit?: number;
  readonly after?: string;
};

const DEFAULT_LIMIT = 20;

/** Maps the query string to a search. */
export function searchOf({ situation, finished, ruleset, player, open, alias }: SearchQuery): GameSearch {
  return {
    ...(situation === undefined && finished === undefined ? {} : { situations: situationsOf(situation, finished) }),
    ...(ruleset === undefined ? {} : { ruleset }),
    ...(player === undefined ? {} : { player }),
    ...(open === undefined ? {} : { hasOpenSeat: open }),
    ...(alias === undefined ? {} : { aliasBegins: alias }),
  };
}

export function pageOf({ limit = DEFAULT_LIMIT, after }: SearchQuery): Page {
  return { limit, ...(after === undefined ? {} : { after }) };
}

const SITUATIONS: readonly ListedSituation[] = [
  'not-configured',
  'waiting-for-players',
  'ready',
  'running',
  'terminated',
];

const situationsOf = (wanted?: ListedSituation, finished?: boolean): readonly ListedSituation[] =>
  SITUATIONS.filter(
    (situation) =>
      (wanted === undefined || situation === wanted) &&
      (finished === undefined || (situation === 'terminated') === finished),
  );
