import type { GameId } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import { refusal } from '@chessmith/rules';
import type { ListedGame, ServiceRefusal } from '@chessmith/service';
import { err, ok, type Result } from '@chessmith/std';
import type { DataFolder } from './data-folder.js';

export const EXPORT_FORMATS = ['pgn', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The games to export: a list of ids, or all that match. */
export type ExportSelection = {
  readonly games?: readonly string[];
  readonly ruleset?: string;
  /** Omits private games. */
  readonly publicOnly?: boolean;
};

/** A game's text, or why it could not be exported. */
export type Exported = { readonly game: GameId; readonly text: Result<string, ServiceRefusal> };

/**
 * Exports games as a stream: PGN, or one line of JSON per game with all its facts. Secrets of unfinished games are
 * left out.
 */
export async function* exportGames(
  folder: DataFolder,
  format: ExportFormat,
  which: ExportSelection,
): AsyncGenerator<Exported> {
  for await (const { game, listed } of chosen(folder, which)) {
    const text = format === 'pgn' ? await asPgn(folder, game) : await asJson(folder, game, listed);
    yield { game, text };
  }
}

type Chosen = { readonly game: GameId; readonly listed: ListedGame | undefined };

async function* chosen(folder: DataFolder, { games, ruleset, publicOnly }: ExportSelection): AsyncGenerator<Chosen> {
  if (games !== undefined) {
    for (const name of games) {
      const game = name as GameId;
      yield { game, listed: await folder.find(game) };
    }
    return;
  }
  for await (const listed of folder.allGames()) {
    const isWanted = ruleset === undefined || listed.ruleset === ruleset;
    if (isWanted && !(publicOnly && listed.isPrivate)) yield { game: listed.game, listed };
  }
}

async function asPgn(folder: DataFolder, game: GameId): Promise<Exported['text']> {
  const pgn = await folder.pgn(game);
  return pgn.ok ? ok(`${pgn.value.trimEnd()}\n\n`) : pgn;
}

async function asJson(folder: DataFolder, game: GameId, listed: ListedGame | undefined): Promise<Exported['text']> {
  if (listed === undefined) return err(refusal('game/not-found', 'Game not found.', { game }));
  const facts = await folder.facts(game);
  if (!facts.ok) return facts;
  const { ruleset, situation, isPrivate, alias, createdAt, seats } = listed;
  const names = await namesOf(folder, [seats.white, seats.black]);
  const playerOf = (id: PersonId | null) => (id === null ? null : { id, name: names.get(id) ?? null });
  const line = {
    ...{ game, ruleset, situation, isPrivate, alias, createdAt },
    players: { white: playerOf(seats.white), black: playerOf(seats.black) },
    facts: facts.value.map(({ version, fact }) => ({ version, ...fact })),
  };
  return ok(`${JSON.stringify(line)}\n`);
}

async function namesOf(folder: DataFolder, ids: readonly (PersonId | null)[]): Promise<Map<PersonId, string | null>> {
  const people = await folder.people(ids.filter((id) => id !== null));
  return new Map(people.map(({ id, name }) => [id, name]));
}
