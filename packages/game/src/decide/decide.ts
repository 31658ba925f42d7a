import type { GameRecord, Referee } from '@chessmith/rules';
import { assertNever, err, mapOk, ok, type Result } from '@chessmith/std';
import { firstRefusal, refusalAfterReferee, refusalBeforeReferee } from '../check/pipelines.js';
import type { Command } from '../commands.js';
import type { GameConfiguration, GameSetup } from '../configuration.js';
import { evolveWithRuling } from '../evolve.js';
import type { Fact } from '../facts.js';
import { type Game, isPlayedByOnePerson, rematchConfiguration } from '../game.js';
import { spellPromotion } from '../promotion.js';
import type { GameRefusal } from '../refusals.js';
import type { DecisionInput, PendingDecision } from './decision-input.js';
import { aborted, clocksResumed, drawClaimed, flagFell, resigned, rulesFailed, victoryClaimed } from './finish.js';
import { completeMove, movePlayed } from './move.js';
import { accepted, declined, offered, withdrawn } from './offer.js';
import { configured, created, joined, left, started, stopped } from './setup.js';

/**
 * Decides a command: the facts to store as one commit, or a refusal that names the failed check. Pure: the same state,
 * command and input give the same result.
 */
export const decide =
  <P>(referee: Referee<P>) =>
  (game: Game<P>, command: Command, input: DecisionInput<P>): Result<readonly Fact[], GameRefusal> => {
    const pending = { referee, game, command, input };
    const refused = firstRefusal(pending);
    return refused === null ? ok(factsOf(pending)) : err(refused);
  };

/** As `decide`, for a command that has just passed `precheck` with the same state and input: checks only the referee's result. */
export const decideAfterPrecheck =
  <P>(referee: Referee<P>) =>
  (game: Game<P>, command: Command, input: DecisionInput<P>): Result<readonly Fact[], GameRefusal> => {
    const pending = { referee, game, command, input };
    const refused = refusalAfterReferee(pending);
    return refused === null ? ok(factsOf(pending)) : err(refused);
  };

export type Executed<P> = { readonly facts: readonly Fact[]; readonly after: Game<P> };

/** Decides, and also gives the state after the facts: equal to folding them, but without replaying the move. */
export const execute =
  <P>(referee: Referee<P>) =>
  (game: Game<P>, command: Command, input: DecisionInput<P>): Result<Executed<P>, GameRefusal> =>
    mapOk(decide(referee)(game, command, input), (facts) => ({
      facts,
      after: evolveWithRuling(referee, game, facts, input.ruling?.ok ? input.ruling.value : null),
    }));

/** What the server must obtain before `decide`, and pass in the `DecisionInput`. */
export type RefereeRequest =
  /** For `DecisionInput.start`: let the referee create the start position, or restore it from `record`. */
  | { readonly kind: 'start'; readonly setup: GameSetup; readonly record?: GameRecord | undefined }
  /** For `DecisionInput.ruling`: let the referee judge this move. */
  | { readonly kind: 'ruling'; readonly move: string }
  /** For `DecisionInput.nextGame`: create this game. */
  | { readonly kind: 'next-game'; readonly configuration: GameConfiguration };

/** Runs the checks that need no referee. Gives the request to the referee, or null if the command needs none. */
export const precheck =
  <P>(referee: Referee<P>) =>
  (game: Game<P>, command: Command, input: DecisionInput<P>): Result<RefereeRequest | null, GameRefusal> => {
    const refused = refusalBeforeReferee({ referee, game, command, input });
    return refused === null ? ok(refereeRequestOf(referee, game, command)) : err(refused);
  };

function refereeRequestOf<P>({ about }: Referee<P>, game: Game<P>, command: Command): RefereeRequest | null {
  switch (command.type) {
    case 'ConfigureGame':
      return { kind: 'start', setup: command.configuration.setup, record: command.start };
    case 'PlayMove':
      return { kind: 'ruling', move: command.move };
    case 'Promote':
      return { kind: 'ruling', move: spellPromotion(about, game.promotion!, command.role) };
    case 'Accept':
    case 'Offer': {
      const isAgreed = command.what === 'rematch' && (command.type === 'Accept' || isPlayedByOnePerson(game));
      return isAgreed ? { kind: 'next-game', configuration: rematchConfiguration(game) } : null;
    }
    default:
      return null;
  }
}

function factsOf<P>(pending: PendingDecision<P>): readonly Fact[] {
  const { command } = pending;
  switch (command.type) {
    case 'CreateGame':
      return created({ ...pending, command });
    case 'ConfigureGame':
      return configured({ ...pending, command });
    case 'JoinGame':
      return joined({ ...pending, command });
    case 'LeaveGame':
      return left({ ...pending, command });
    case 'StartGame':
      return started(pending);
    case 'StopGame':
      return stopped(pending);
    case 'PlayMove':
      return movePlayed({ ...pending, command });
    case 'Promote':
      return completeMove(pending);
    case 'Offer':
      return offered({ ...pending, command });
    case 'Accept':
      return accepted({ ...pending, command });
    case 'Decline':
      return declined({ ...pending, command });
    case 'Withdraw':
      return withdrawn({ ...pending, command });
    case 'Resign':
      return resigned(pending);
    case 'Abort':
      return aborted(pending);
    case 'ClaimDraw':
      return drawClaimed(pending);
    case 'ClaimVictory':
      return victoryClaimed(pending);
    case 'FlagFall':
      return flagFell(pending);
    case 'ResumeClocks':
      return clocksResumed({ ...pending, command });
    case 'FailRules':
      return rulesFailed({ ...pending, command });
    default:
      return assertNever(command);
  }
}
