import type { GameId, Version } from '@chessmith/game';
import type { DataFolder } from './data-folder.js';

/** A problem with a game (from a version, if known) or with the file itself. */
export type Finding = {
  readonly game: GameId | null;
  readonly version: Version | null;
  readonly problem: string;
};

export type Counted = { readonly games: number; readonly facts: number; readonly findings: number };

/** Checks everything in a data folder. Yields problems and, after each game, the progress. */
export async function* verifyDataFolder(folder: DataFolder): AsyncGenerator<Counted & { readonly found?: Finding }> {
  let games = 0;
  let facts = 0;
  let findings = 0;
  const counted = (found?: Finding): Counted & { readonly found?: Finding } => {
    if (found !== undefined) findings++;
    return { games, facts, findings, ...(found === undefined ? {} : { found }) };
  };
  for await (const { game, problem } of folder.problems()) yield counted({ game, version: null, problem });
  try {
    for await (const { game } of folder.allGames()) {
      const audited = await folder.audit(game);
      games += 1;
      facts += audited.facts;
      yield counted(audited.flaw === null ? undefined : { game, ...audited.flaw });
    }
  } catch (error) {
    // A damaged game list cannot be read further; the damage to its pages is already reported.
    yield counted({
      game: null,
      version: null,
      problem: `could not read the rest of the game list: ${(error as Error).message}`,
    });
  }
  yield counted();
}
