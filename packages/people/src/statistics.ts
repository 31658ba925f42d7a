import { err, ok, type Result } from '@chessmith/std';

/** The result of one game for one person; `at` is an ISO string in UTC. */
export type GameResult = { readonly person: string; readonly at: string; readonly fared: 'won' | 'lost' | 'drew' };

/** A score in the sense of the Chess Game Service API: the counts and the rank right after a result. Ranks start at 1. */
export type Score = {
  readonly at: string;
  readonly rank: number;
  readonly wins: number;
  readonly losses: number;
  /** Wins per loss; without a loss, the wins. */
  readonly ratio: number;
};

/** The scores of each person, oldest first, at least one. */
export type Statistics = ReadonlyMap<string, readonly Score[]>;

export type LeaderboardRow = Score & { readonly person: string };

export type LeaderboardRefusal = {
  readonly code: 'people/leaderboard-range';
  readonly first: number;
  readonly last: number;
};

export const NO_STATISTICS: Statistics = new Map();

/** The statistics after these results. A draw adds a score without changing the counts. */
export function recordResults(before: Statistics, results: Iterable<GameResult>): Statistics {
  const scores = new Map(before);
  const standings = [...before].map(standingOf).sort(byRank);
  const updated = new Map<string, Score[]>();
  for (const { person, at, fared } of results) {
    const history = updated.get(person) ?? [...(scores.get(person) ?? [])];
    const last = history.at(-1);
    const wins = (last?.wins ?? 0) + (fared === 'won' ? 1 : 0);
    const losses = (last?.losses ?? 0) + (fared === 'lost' ? 1 : 0);
    const score = { at, wins, losses, ratio: ratioOf(wins, losses) };
    if (last !== undefined) standings.splice(insertionIndex(standings, { ...last, person }), 1);
    const index = insertionIndex(standings, { ...score, person });
    standings.splice(index, 0, { person, losses, ratio: score.ratio });
    history.push({ ...score, rank: index + 1 });
    updated.set(person, history);
    scores.set(person, history);
  }
  return scores;
}

/** The statistics of the ranked people only, with their ranks among each other. */
export const rankedAmong = (statistics: Statistics, isRanked: (person: string) => boolean): Statistics =>
  groupedBy(statistics, (person) => (isRanked(person) ? person : undefined));

/** Merges the results of each group as if it were one person; leaves out people without a group. */
export function groupedBy(statistics: Statistics, groupOf: (person: string) => string | undefined): Statistics {
  const results = [...statistics].flatMap(([person, history]) => {
    const group = groupOf(person);
    if (group === undefined) return [];
    return history.map((score, index) => resultOf(group, score, history[index - 1]));
  });
  return recordResults(
    NO_STATISTICS,
    results.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)),
  );
}

/** As `groupedBy`, but only the newest score of each group, which is faster. The ranks in it are meaningless; `leaderboard` and `scoreOf` compute them. */
export function newestBy(statistics: Statistics, groupOf: (person: string) => string | undefined): Statistics {
  const groups = new Map<string, readonly Score[]>();
  for (const [person, history] of statistics) {
    const group = groupOf(person);
    if (group === undefined) continue;
    const [own, before] = [history.at(-1)!, groups.get(group)?.[0]];
    const wins = own.wins + (before?.wins ?? 0);
    const losses = own.losses + (before?.losses ?? 0);
    const at = before !== undefined && before.at > own.at ? before.at : own.at;
    groups.set(group, [{ at, rank: own.rank, wins, losses, ratio: ratioOf(wins, losses) }]);
  }
  return groups;
}

function resultOf(person: string, { at, wins, losses }: Score, before: Score | undefined): GameResult {
  if (wins > (before?.wins ?? 0)) return { person, at, fared: 'won' };
  return { person, at, fared: losses > (before?.losses ?? 0) ? 'lost' : 'drew' };
}

/** A person's newest score with the current rank, since others may have played after it. */
export function scoreOf(statistics: Statistics, person: string): Score | undefined {
  const score = statistics.get(person)?.at(-1);
  return score && { ...score, rank: rankOf(statistics, person, score) };
}

/** Ranks `first` to `last - 1`, best first. */
export function leaderboard(
  statistics: Statistics,
  first = 1,
  last = first + 100,
): Result<readonly LeaderboardRow[], LeaderboardRefusal> {
  if (!(first >= 1 && last > first)) return err({ code: 'people/leaderboard-range', first, last });
  const rows = [...statistics].map(([person, history]) => ({ ...history.at(-1)!, person })).sort(byRank);
  return ok(rows.map((row, index) => ({ ...row, rank: index + 1 })).slice(first - 1, last - 1));
}

type Standing = { readonly person: string; readonly losses: number; readonly ratio: number };

/**
 * Best first. The Chess Game Service API does not define ties: by ratio alone, one win without a loss equals one win with one
 * loss. Here fewer losses rank higher. Equal ratios with equal losses have equal wins; then the id decides, so that the order
 * is stable.
 */
function byRank(a: Standing, b: Standing): number {
  return b.ratio - a.ratio || a.losses - b.losses || (a.person < b.person ? -1 : a.person > b.person ? 1 : 0);
}

const standingOf = ([person, history]: readonly [string, readonly Score[]]): Standing => {
  const { losses, ratio } = history.at(-1)!;
  return { person, losses, ratio };
};

/** The index at which `one` belongs in the sorted standings (binary search). */
function insertionIndex(standings: readonly Standing[], one: Standing): number {
  let [from, to] = [0, standings.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (byRank(standings[middle]!, one) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function rankOf(statistics: Statistics, person: string, { losses, ratio }: Omit<Standing, 'person'>): number {
  let rank = 1;
  for (const [other, history] of statistics) {
    if (other !== person && byRank({ ...history.at(-1)!, person: other }, { person, losses, ratio }) < 0) rank++;
  }
  return rank;
}

function ratioOf(wins: number, losses: number): number {
  return losses === 0 ? wins : wins / losses;
}
