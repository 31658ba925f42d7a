import {
  type GameResult,
  type LeaderboardRefusal,
  type LeaderboardRow,
  leaderboard,
  NO_STATISTICS,
  type PersonId,
  recordResults,
  type Score,
  type Statistics as ScoreHistories,
  scoreOf,
} from '@chessmith/people';
import { opposite } from '@chessmith/rules';
import type { Result } from '@chessmith/std';
import type { GameSummary } from '../games/listing.js';
import type { Directory, FinishedGame, ListedGame, Statistics } from '../ports/index.js';

/** Statistics of the games on this server, computed from the list of games; nothing is stored. */
export type LocalStatistics = Statistics & {
  /** The scores of all persons after each of their results. */
  histories(): Promise<ScoreHistories>;
  score(person: PersonId): Promise<Score | undefined>;
  /** The person's score after each result, oldest first; undefined without a result. */
  history(person: PersonId): Promise<readonly Score[] | undefined>;
  leaderboard(first?: number, last?: number): Promise<Result<readonly LeaderboardRow[], LeaderboardRefusal>>;
};

const PAGE_SIZE = 500;

/** Reads all games at the first request; later results are added one by one. */
export function localStatistics(directory: Directory): LocalStatistics {
  let counted: Promise<{ histories: ScoreHistories; readonly games: Set<string> }> | undefined;

  const count = () => {
    counted ??= countAll(directory);
    return counted;
  };

  return {
    async record(finished) {
      // Before the first request nothing is counted; that request reads this game from the directory.
      if (counted === undefined) return;
      const known = await counted;
      if (known.games.has(finished.game)) return;
      known.games.add(finished.game);
      known.histories = recordResults(known.histories, resultsOf(finished));
    },
    histories: async () => (await count()).histories,
    score: async (person) => scoreOf((await count()).histories, person),
    history: async (person) => (await count()).histories.get(person),
    leaderboard: async (first, last) => leaderboard((await count()).histories, first, last),
  };
}

async function countAll(directory: Directory): Promise<{ histories: ScoreHistories; readonly games: Set<string> }> {
  const finished: FinishedGame[] = [];
  let after: string | undefined;
  do {
    const page = await directory.everyGame({ limit: PAGE_SIZE, ...(after === undefined ? {} : { after }) });
    finished.push(...page.games.flatMap(finishedOf));
    after = page.next;
  } while (after !== undefined);
  finished.sort((one, other) => (one.at < other.at ? -1 : 1));
  return {
    histories: recordResults(NO_STATISTICS, finished.flatMap(resultsOf)),
    games: new Set(finished.map(({ game }) => game)),
  };
}

function finishedOf({ game, ruleset, seats, summary }: ListedGame): readonly FinishedGame[] {
  const { end = null, endedAt = null, isRated = false } = summary as unknown as Partial<GameSummary>;
  if (end === null || endedAt === null || end.kind === 'none') return [];
  return [{ game, ruleset, isRated, at: endedAt, seats, end }];
}

/** White's result, then black's. A game against oneself or an empty seat does not count. */
export function resultsOf({ seats: { white, black }, end, at }: FinishedGame): readonly GameResult[] {
  if (white === null || black === null || white === black) return [];
  if (end.kind === 'draw') return [white, black].map((person) => ({ person, at, fared: 'drew' }));
  const people = { white, black };
  return (['white', 'black'] as const).map((color) => ({
    person: people[color],
    at,
    fared: end.winner === opposite(color) ? 'lost' : 'won',
  }));
}
