import {
  type Statistics as Counts,
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
  scoreOf,
} from '@chessmith/people';
import type { LocalStatistics, PeopleStore } from '@chessmith/service';
import { mapOk, type Result } from '@chessmith/std';

/** How people fared on this server, ranked. Who has no name plays like everyone, but is not ranked. */
export type Scores = {
  /** Today's score; undefined for somebody without a name or a result. */
  score(person: PersonId): Promise<Score | undefined>;
  /** The score after each result, oldest first. */
  history(person: PersonId): Promise<readonly Score[] | undefined>;
  /** Ranks `first` to `last - 1`, best first. */
  leaderboard(first?: number, last?: number): Promise<Result<readonly NamedScore[], LeaderboardRefusal>>;
  readonly byName: ScoresByName;
};

export type NamedScore = Score & { readonly person: PersonId; readonly name: PersonName };

/** The same where players are known by their names alone: a name has the results of everybody who has it now. */
export type ScoresByName = {
  score(name: string): Promise<Score | undefined>;
  history(name: string): Promise<readonly Score[] | undefined>;
  leaderboard(
    first?: number,
    last?: number,
  ): Promise<Result<readonly (Score & { readonly name: PersonName })[], LeaderboardRefusal>>;
};

export function openScores(statistics: LocalStatistics, people: PeopleStore): Scores {
  async function ranked(): Promise<{ readonly counts: Counts; readonly names: ReadonlyMap<string, PersonName> }> {
    const everyone = await statistics.counts();
    const known = await people.people([...everyone.keys()] as PersonId[]);
    const names = new Map(known.flatMap(({ id, name }) => (name === null ? [] : [[id as string, name] as const])));
    return { names, counts: new Map([...everyone].filter(([person]) => names.has(person))) };
  }

  return {
    score: async (person) => scoreOf((await ranked()).counts, person),
    async history(person) {
      const { counts, names } = await ranked();
      return rankedAmong(counts, (one) => names.has(one)).get(person);
    },
    async leaderboard(first, last) {
      const { counts, names } = await ranked();
      return mapOk(leaderboard(counts, first, last), (rows) =>
        rows.map((row) => ({ ...row, person: row.person as PersonId, name: names.get(row.person)! })),
      );
    },
    byName: {
      async score(name) {
        const { counts, names } = await ranked();
        return scoreOf(newestBy(counts, keyOf(names)), keyOfText(name));
      },
      async history(name) {
        const { counts, names } = await ranked();
        return groupedBy(counts, keyOf(names)).get(keyOfText(name));
      },
      async leaderboard(first, last) {
        const { counts, names } = await ranked();
        return mapOk(leaderboard(newestBy(counts, keyOf(names)), first, last), (rows) => {
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

function keyOfText(text: string): string {
  const name = parseName(text);
  return nameKey(name.ok ? name.value : (text as PersonName));
}
