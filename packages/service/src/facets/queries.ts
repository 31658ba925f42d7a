import type { Fact, GameId, GameView, TimelessView, Version } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { Choice } from '@chessmith/rules';
import type { Result } from '@chessmith/std';
import type { FactFilter, GameSearch } from '../ports/index.js';
import type { Query, QueryName, QueryResult } from './query.js';
import type { ServiceRefusal, ServiceResult } from './result.js';

/** Reads what happened in games. */
export interface Queries {
  /** Runs a query; the result comes from the cache where possible. */
  run<N extends QueryName>(query: Query<N>, viewer?: PersonId | null): ServiceResult<QueryResult<N>>;
  /** The game as this person sees it; null for an anonymous viewer. */
  view(id: GameId, person: PersonId | null): ServiceResult<GameView>;
  /** As `view`, in two parts, so that adapters can keep the first one ready. */
  sharedView(id: GameId, person: PersonId | null): ServiceResult<SharedView>;
  /** The clocks of a game now; null for a game without clocks. */
  clocks(id: GameId): ServiceResult<GameView['clocks']>;
  /** The moves of the piece on this square; refused unless a move could be played now. */
  findMoves(game: GameId, from: string): ServiceResult<readonly Choice[]>;
  /** The facts of a game, without secret parts until the game has ended. */
  facts(game: GameId, which?: FactFilter): ServiceResult<readonly NumberedFact[]>;
  /** The facts of a game page by page, each read on demand. */
  factPages(game: GameId, which?: FactFilter): ServiceResult<FactPages>;
  pgn(game: GameId): ServiceResult<string>;
  /** Games one after the other, read while they are written. A game that cannot be read is left out. */
  pgnOfMany(which: GameSelection): AsyncIterable<string>;
}

/** `view` is the same object until the next fact, for all viewers who see the same. */
export type SharedView = { readonly view: TimelessView; readonly clocks: GameView['clocks'] };

export type NumberedFact = { readonly version: Version; readonly fact: Fact };

/** Pages of facts; the first page that cannot be read is the last one. */
export type FactPages = AsyncIterableIterator<Result<readonly NumberedFact[], ServiceRefusal>>;

export type GameSelection =
  | { readonly games: readonly GameId[] }
  | { readonly search: GameSearch }
  | { readonly of: PersonId; readonly viewer: PersonId | null; readonly search?: GameSearch };
