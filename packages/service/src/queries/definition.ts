import type { Board, Game, Instant } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { Referee } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { refusal } from '../codes.js';
import type { Directory, PeopleStore, ResultExpiry } from '../ports/index.js';
import type { ServiceRefusal, ServiceResult } from '../service.js';
import type { Query, QueryName, QueryParameters, QueryResult } from './query.js';

/** One question: under which key its answer is kept, on what it depends, how it is computed and when it expires. */
export type QueryDefinition<N extends QueryName> = {
  /** Two questions with the same key have the same answer. */
  key(parameters: QueryParameters<N>, viewer: QueryViewer & { readonly game?: Game }): string;
  /** Questions whose answers go into this one. */
  dependsOn(parameters: QueryParameters<N>): readonly Query[];
  compute(parameters: QueryParameters<N>, context: QueryContext): ServiceResult<QueryResult<N>>;
  /** Until when the answer is kept; null where it is not. */
  expiry(context: QueryContext, parameters: QueryParameters<N>): ResultExpiry | null;
};

export type QueryViewer = { readonly person: PersonId | null };

/** What a question is computed from: one state of one game, which does not change under it. */
export type QueryContext = QueryViewer & {
  readonly game: Game;
  readonly referee: Referee;
  readonly now: Instant;
  readonly directory: Directory;
  readonly people: PeopleStore;
  /** The answer to another question about the same state, from the cache where it is known. */
  query<N extends QueryName>(query: Query<N>): ServiceResult<QueryResult<N>>;
  /** The position after so many plies, ready to be looked at. */
  positionAt(turn: number): Promise<unknown>;
  /** Lets others have their turn, where an answer takes long. */
  yieldToOthers(): Promise<void>;
};

export const NEVER: ResultExpiry = { kind: 'never' };

/** With the next turn. */
export const untilNextTurn = ({ game }: QueryContext): ResultExpiry => ({ kind: 'after-turn', turn: turnOf(game) });

export const turnOf = ({ board }: Game): number => board?.moves.length ?? 0;

/** The turn in question, if there was such a turn. */
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
  return refusal('game/no-such-turn', 'The game has no such turn.', { turn, last: turnOf(game) });
}
