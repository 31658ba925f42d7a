import type { Board, Game, Instant } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { Referee } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { refusal } from '../codes.js';
import type { AnswerExpiry, Directory, PeopleStore } from '../ports/index.js';
import type { Answer, ServiceRefusal } from '../service.js';
import type { About, Question, QuestionName, Reply } from './question.js';

/** One question: under which key its answer is kept, on what it depends, how it is computed and when it expires. */
export type Definition<N extends QuestionName> = {
  /** Two questions with the same key have the same answer. */
  key(about: About<N>, asking: Asking & { readonly game?: Game }): string;
  /** Questions whose answers go into this one. */
  dependsOn(about: About<N>): readonly Question[];
  compute(about: About<N>, look: Look): Answer<Reply<N>>;
  /** Until when the answer is kept; null where it is not. */
  expiry(look: Look, about: About<N>): AnswerExpiry | null;
};

export type Asking = { readonly person: PersonId | null };

/** What a question is computed from: one state of one game, which does not change under it. */
export type Look = Asking & {
  readonly game: Game;
  readonly referee: Referee;
  readonly now: Instant;
  readonly directory: Directory;
  readonly people: PeopleStore;
  /** The answer to another question about the same state, from the cache where it is known. */
  ask<N extends QuestionName>(question: Question<N>): Answer<Reply<N>>;
  /** The position after so many plies, ready to be looked at. */
  positionAt(turn: number): Promise<unknown>;
  /** Lets others have their turn, where an answer takes long. */
  yieldToOthers(): Promise<void>;
};

export const NEVER: AnswerExpiry = { kind: 'never' };

/** With the next turn. */
export const withTheTurn = ({ game }: Look): AnswerExpiry => ({ kind: 'after-turn', turn: turnOf(game) });

export const turnOf = ({ board }: Game): number => board?.moves.length ?? 0;

/** The turn in question, if there was such a turn. */
export function turnIn({ game }: Look, turn: number = turnOf(game)): Result<number, ServiceRefusal> {
  const isThere = game.board !== null && Number.isInteger(turn) && turn >= 0 && turn <= turnOf(game);
  return isThere ? ok(turn) : err(noSuchTurn(game, turn));
}

export function boardIn({ game }: Look): Result<Board<unknown>, ServiceRefusal> {
  return game.board === null ? err(noSuchTurn(game, 0)) : ok(game.board);
}

export function noSuchTurn(game: Game, turn: number): ServiceRefusal {
  if (game.board === null) {
    return refusal('game/no-such-turn', 'The game is not configured yet, so it has no turns.', { turn, last: null });
  }
  return refusal('game/no-such-turn', 'The game has no such turn.', { turn, last: turnOf(game) });
}
