import type { GameRecord, Referee } from '@chessmith/rules';
import { assertNever, err, mapOk, ok, type Result } from '@chessmith/std';
import { firstRefusal, refusalAfterReferee, refusalBeforeReferee } from '../check/pipelines.js';
import type { Command } from '../commands.js';
import type { GameConfiguration, GameSetup } from '../configuration.js';
import { evolveRuled } from '../evolve.js';
import type { Fact } from '../facts.js';
import { type Game, isSolitary, rematchConfiguration } from '../game.js';
import { spellPromotion } from '../promotion.js';
import type { GameRefusal } from '../refusals.js';
import type { DecisionInput, PendingDecision } from './decision-input.js';
import { aborted, clocksResumed, drawClaimed, flagFell, resigned, rulesFailed, victoryClaimed } from './finish.js';
import { completeMove, movePlayed } from './move.js';
import { accepted, declined, offered, withdrawn } from './offer.js';
import { configured, created, joined, left, started, stopped } from './setup.js';

/**
 * What follows from a command: facts to be stored as one commit, or a refusal that names its step. Reads no clock, draws
 * no lots and asks nobody but the referee's view; the same state, command and given bring the same answer.
 */
export const decide =
  <P>(referee: Referee<P>) =>
  (game: Game<P>, command: Command, given: DecisionInput<P>): Result<readonly Fact[], GameRefusal> => {
    const asked = { referee, game, command, given };
    const no = firstRefusal(asked);
    return no === null ? ok(factsOf(asked)) : err(no);
  };

/** As `decide`, for a command that `ask` had nothing against at the same moment: only what the referee said is still looked at. */
export const decideAfterPrecheck =
  <P>(referee: Referee<P>) =>
  (game: Game<P>, command: Command, given: DecisionInput<P>): Result<readonly Fact[], GameRefusal> => {
    const asked = { referee, game, command, given };
    const no = refusalAfterReferee(asked);
    return no === null ? ok(factsOf(asked)) : err(no);
  };

export type Executed<P> = { readonly facts: readonly Fact[]; readonly after: Game<P> };

/** Decides, and tells the state that will be once the facts are stored: the same that folding them gives, but sooner. */
export const execute =
  <P>(referee: Referee<P>) =>
  (game: Game<P>, command: Command, given: DecisionInput<P>): Result<Executed<P>, GameRefusal> =>
    mapOk(decide(referee)(game, command, given), (facts) => ({
      facts,
      after: evolveRuled(referee, game, facts, given.ruling?.ok ? given.ruling.value : null),
    }));

/** What the server has to find out before `decide`, and put into `given`. */
export type RefereeRequest =
  /** `start`: open this set-up with the referee, or take up this record of a start. */
  | { readonly kind: 'start'; readonly setup: GameSetup; readonly record?: GameRecord | undefined }
  /** `ruling`: let the referee judge this move. */
  | { readonly kind: 'ruling'; readonly move: string }
  /** `nextGame`: make this game ready. */
  | { readonly kind: 'next-game'; readonly configuration: GameConfiguration };

/** The question a command raises, null if none; a refusal if the command would be refused whatever the answer. */
export const precheck =
  <P>(referee: Referee<P>) =>
  (game: Game<P>, command: Command, given: DecisionInput<P>): Result<RefereeRequest | null, GameRefusal> => {
    const no = refusalBeforeReferee({ referee, game, command, given });
    return no === null ? ok(questionOf(referee, game, command)) : err(no);
  };

function questionOf<P>({ about }: Referee<P>, game: Game<P>, command: Command): RefereeRequest | null {
  switch (command.type) {
    case 'ConfigureGame':
      return { kind: 'start', setup: command.configuration.setup, record: command.start };
    case 'PlayMove':
      return { kind: 'ruling', move: command.move };
    case 'Promote':
      return { kind: 'ruling', move: spellPromotion(about, game.promotion!, command.role) };
    case 'Accept':
    case 'Offer': {
      const isAgreed = command.what === 'rematch' && (command.type === 'Accept' || isSolitary(game));
      return isAgreed ? { kind: 'next-game', configuration: rematchConfiguration(game) } : null;
    }
    default:
      return null;
  }
}

function factsOf<P>(asked: PendingDecision<P>): readonly Fact[] {
  const { command } = asked;
  switch (command.type) {
    case 'CreateGame':
      return created({ ...asked, command });
    case 'ConfigureGame':
      return configured({ ...asked, command });
    case 'JoinGame':
      return joined({ ...asked, command });
    case 'LeaveGame':
      return left({ ...asked, command });
    case 'StartGame':
      return started(asked);
    case 'StopGame':
      return stopped(asked);
    case 'PlayMove':
      return movePlayed({ ...asked, command });
    case 'Promote':
      return completeMove(asked);
    case 'Offer':
      return offered({ ...asked, command });
    case 'Accept':
      return accepted({ ...asked, command });
    case 'Decline':
      return declined({ ...asked, command });
    case 'Withdraw':
      return withdrawn({ ...asked, command });
    case 'Resign':
      return resigned(asked);
    case 'Abort':
      return aborted(asked);
    case 'ClaimDraw':
      return drawClaimed(asked);
    case 'ClaimVictory':
      return victoryClaimed(asked);
    case 'FlagFall':
      return flagFell(asked);
    case 'ResumeClocks':
      return clocksResumed({ ...asked, command });
    case 'FailRules':
      return rulesFailed({ ...asked, command });
    default:
      return assertNever(command);
  }
}
