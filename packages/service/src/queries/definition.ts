import type { Board, Game, Instant } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { Referee } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { refusal } from '../codes.js';
import type { Query, QueryName, QueryParameters, QueryResult } from '../facets/query.js';
import type { ServiceRefusal, ServiceResult } from '../facets/result.js';
import type { Directory, PeopleStore, ResultExpiry } from '../ports/index.js';

/** One query: the key of its cached result, how to compute it and when it expires. */
export type QueryDefinition<N extends QueryName> = {
  /** Queries with the same key have the same result. */
  key(parameters: QueryParameters<N>, viewer: QueryViewer & { readonly game?: Game }): string;
  compute(parameters: QueryParameters<N>, context: QueryContext): ServiceResult<QueryResult<N>>;
  /** How long the result is cached; null if it is not. */
  expiry(context: QueryContext, parameters: QueryParameters<N>): ResultExpiry | null;
};

export type QueryViewer = { readonly person: PersonId | null };

/** The input of a query: one immutable state of one game. */
export type QueryContext = QueryViewer & {
  readonly game: Game;
  readonly referee: Referee;
  readonly now: Instant;
  readonly directory: Directory;
  readonly people: PeopleStore;
  /** Runs another query on the same state, from the cache where possible. */
  query<N extends QueryName>(query: Query<N>): ServiceResult<QueryResult<N>>;
  /** The position after so many plies, prepared for viewing. */
  positionAt(turn: number): Promise<unknown>;
  /** Lets other requests run during a long computation. */
  yieldToOthers(): Promise<void>;
};

export const NEVER: ResultExpiry = { kind: 'never' };

/** Valid until the next turn. */
export const untilNextTurn = ({ game }: QueryContext): ResultExpiry => ({ kind: 'after-turn', turn: turnOf(game) });

export const turnOf = ({ board }: Game): number => board?.moves.length ?? 0;

/** The given turn if the game has it; by default the current one. */
export function turnIn({ game }: QueryContext, turn: number = turnOf(game)): Result<number, ServiceRefusal> {
  const isThere = game.board !== null && Number.isInteger(turn) && turn >= 0 && turn <= turnOf(game);
  return isThere ? ok(turn) : err(noSuchTurn(game, turn));
}

export function boardIn({ game }: QueryContext): Result<Board<unknown>, ServiceRefusal> {
  return game.board === null ? err(noSuchTurn(game, 0)) : ok(game.board);
}

export function noSuchTurn(game: Game, turn: number): ServiceRefusal {
  if (game.board === null) {
    return refusal('game/no-such-turn', 'The game is not configured yet, so it has no turns.', { turn, last: null });
  }
  return refusal('game/no-such-turn', `The game has no turn ${turn}; the last one is ${turnOf(game)}.`, {
    turn,
    last: turnOf(game),
  });
}
