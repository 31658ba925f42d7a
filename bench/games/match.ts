import type { RandomGame } from './lines.js';

/** One game between two connected players. */
export type Match = {
  /** Plays the next move of its line; resolves when both players have received it. */
  move(): Promise<void>;
  close(): void;
};

/** Opens matches on one kind of server. */
export type OpenMatch = (line: RandomGame, number: number) => Promise<Match>;

/** Opens many matches, twenty at a time. */
export async function openMatches(open: OpenMatch, lines: readonly RandomGame[]): Promise<readonly Match[]> {
  const matches: Match[] = [];
  for (let first = 0; first < lines.length; first += 20) {
    const some = lines.slice(first, first + 20);
    matches.push(...(await Promise.all(some.map((line, index) => open(line, first + index)))));
  }
  return matches;
}
