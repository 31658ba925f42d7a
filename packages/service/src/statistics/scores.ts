import {
  groupedBy,
  type LeaderboardRefusal,
  leaderboard,
  nameKey,
  newestBy,
  type PersonId,
  type PersonName,
  parseName,
  rankedAmong,
  type Score,
  type Statistics as ScoreHistories,
  scoreOf,
} from '@chessmith/people';
import { mapOk, type Result } from '@chessmith/std';
import type { PeopleStore } from '../ports/index.js';
import type { LocalStatistics } from './local-statistics.js';

/** The scores of the people on this server, ranked. Players without a name are left out. */
export type Scores = {
  /** The current score; undefined without a name or a result. */
  score(person: PersonId): Promise<Score | undefined>;
  /** The score after each result, oldest first. */
  history(person: PersonId): Promise<readonly Score[] | undefined>;
  /** Ranks `first` to `last - 1`, best first. */
  leaderboard(first?: number, last?: number): Promise<Result<readonly NamedScore[], LeaderboardRefusal>>;
  readonly byName: ScoresByName;
};

export type NamedScore = Score & { readonly person: PersonId; readonly name: PersonName };

/**
 * Scores by name, for protocols that know players by name only: a name has the results of all people who have it now.
 */
export type ScoresByName = {
  score(name: string): Promise<Score | undefined>;
  history(name: string): Promise<readonly Score[] | undefined>;
  leaderboard(
    first?: number,
    last?: number,
  ): Promise<Result<readonly (Score & { readonly name: PersonName })[], LeaderboardRefusal>>;
};

export function rankedScores(statistics: LocalStatistics, people: PeopleStore): Scores {
  async function namedHistories(): Promise<{
    readonly histories: ScoreHistories;
    readonly names: ReadonlyMap<string, PersonName>;
  }> {
    const everyone = await statistics.histories();
    const known = await people.people([...everyone.keys()] as PersonId[]);
    const names = new Map(known.flatMap(({ id, name }) => (name === null ? [] : [[id as string, name] as const])));
    return { names, histories: new Map([...everyone].filter(([person]) => names.has(person))) };
  }

  return {
    score: async (person) => scoreOf((await namedHistories()).histories, person),
    async history(person) {
      const { histories, names } = await namedHistories();
      return rankedAmong(histories, (one) => names.has(one)).get(person);
    },
    async leaderboard(first, last) {
      const { histories, names } = await namedHistories();
      return mapOk(leaderboard(histories, first, last), (rows) =>
        rows.map((row) => ({ ...row, person: row.person as PersonId, name: names.get(row.person)! })),
      );
    },
    byName: {
      async score(name) {
        const { histories, names } = await namedHistories();
        return scoreOf(newestBy(histories, keyOf(names)), keyOfInput(name));
      },
      async history(name) {
        const { histories, names } = await namedHistories();
        return groupedBy(histories, keyOf(names)).get(keyOfInput(name));
      },
      async leaderboard(first, last) {
        const { histories, names } = await namedHistories();
        return mapOk(leaderboard(newestBy(histories, keyOf(names)), first, last), (rows) => {
          const spellings = new Map([...names.values()].sort().map((name) => [nameKey(name) as string, name]));
          return rows.map(({ person: key, ...row }) => ({ ...row, name: spellings.get(key)! }));
        });
      },
    },
  };
}

const keyOf =
  (names: ReadonlyMap<string, PersonName>) =>
  (person: string): string =>
    nameKey(names.get(person)!);

function keyOfInput(text: string): string {
  const name = parseName(text);
  return nameKey(name.ok ? name.value : (text as PersonName));
}
