import type { PersonId } from '@chessmith/people';
import type { GameSearch, ListedSituation, Page } from '@chessmith/service';

export type SearchQuery = {
  readonly situation?: ListedSituation;
  readonly ruleset?: string;
  readonly player?: PersonId;
  readonly open?: boolean;
  readonly alias?: string;
  readonly limit?: number;
  readonly after?: string;
};

const USUAL_LIMIT = 20;

/** What is looked for, from the words of an address. */
export function searchOf({ situation, ruleset, player, open, alias }: SearchQuery): GameSearch {
  return {
    ...(situation === undefined ? {} : { situations: [situation] }),
    ...(ruleset === undefined ? {} : { ruleset }),
    ...(player === undefined ? {} : { player }),
    ...(open === undefined ? {} : { hasOpenSeat: open }),
    ...(alias === undefined ? {} : { aliasBegins: alias }),
  };
}

export function pageOf({ limit = USUAL_LIMIT, after }: SearchQuery): Page {
  return { limit, ...(after === undefined ? {} : { after }) };
}
