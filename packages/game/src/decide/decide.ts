import type { GameRecord, Referee } from '@chessmith/rules';
import { assertNever, err, ok, type Result } from '@chessmith/std';
import type { Reached } from '../board.js';
import { refusalBeforeReferee, refusalByReferee } from '../check/pipelines.js';
import type { Command } from '../commands.js';
import type { GameConfiguration, GameSetup } from '../configuration.js';
import type { DecisionInput, PendingDecision } from '../decision-input.js';
import type { Fact } from '../facts.js';
import { type Game, isPlayedByOnePerson, rematchConfiguration } from '../game.js';
import { spellPromotion } from '../promotion.js';
import type { GameRefusal } from '../refusals.js';
import { ViewCache } from '../view-cache.js';
import { aborted, clocksResumed, drawClaimed, flagFell, resigned, rulesFailed, victoryClaimed } from './finish.js';
import { completeMove, movePlayed } from './move.js';
import { accepted, declined, offered, withdrawn } from './offer.js';
import { configured, created, joined, left, started, stopped } from './setup.js';

/** The facts to store as one commit, or what the decision still needs. */
export type Decision<P> =
  | { readonly kind: 'facts'; readonly facts: readonly Fact[]; readonly reached: Reached<P> | null }
  | RefereeRequest;

/**
 * Decides a command: facts, or a refusal that names the failed check. Asks for the referee's result if the input lacks it,
 * but only after all other checks: no script runs for a player who is not to move. Pure: the same state, command and
 * input give the same result.
 */
export const decide =
  <P>(referee: Referee<P>) =>
  (game: Game<P>, command: Command, input: DecisionInput<P>): Result<Decision<P>, GameRefusal> => {
    const reached = input.ruling?.ok ? { position: input.ruling.value.after, views: new ViewCache<P>() } : null;
    const pending = { referee, game, command, input, reached };
    const refused = refusalBeforeReferee(pending);
    if (refused !== null) return err(refused);
    const request = missingInput(pending);
    if (request !== null) return ok(request);
    const refusedByReferee = refusalByReferee(pending);
    return refusedByReferee === null ? ok({ kind: 'facts', facts: factsOf(pending), reached }) : err(refusedByReferee);
  };

/** What the server must obtain and pass in the `DecisionInput`, to decide again. */
export type RefereeRequest =
  /** For `DecisionInput.start`: let the referee create the start position, or restore it from `record`. */
  | { readonly kind: 'start'; readonly setup: GameSetup; readonly record?: GameRecord | undefined }
  /** For `DecisionInput.ruling`: let the referee judge this move. */
  | { readonly kind: 'ruling'; readonly move: string }
  /** For `DecisionInput.nextGame`: create this game. */
  | { readonly kind: 'next-game'; readonly configuration: GameConfiguration };

function missingInput<P>({ referee, game, command, input }: PendingDecision<P>): RefereeRequest | null {
  switch (command.type) {
    case 'ConfigureGame':
      return input.start ? null : { kind: 'start', setup: command.configuration.setup, record: command.start };
    case 'PlayMove':
      return input.ruling ? null : { kind: 'ruling', move: command.move };
    case 'Promote':
      return input.ruling
        ? null
        : { kind: 'ruling', move: spellPromotion(referee.about, game.promotion!, command.role) };
    case 'Accept':
    case 'Offer': {
      const isAgreed = command.what === 'rematch' && (command.type === 'Accept' || isPlayedByOnePerson(game));
      return isAgreed && input.nextGame === undefined
        ? { kind: 'next-game', configuration: rematchConfiguration(game) }
        : null;
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
