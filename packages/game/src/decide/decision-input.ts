import type { Referee, Refusal, Ruling, Start } from '@chessmith/rules';
import type { Result } from '@chessmith/std';
import type { Command } from '../commands.js';
import type { Game } from '../game.js';
import type { GameId } from '../ids.js';
import type { Sides } from '../sides.js';
import type { Instant, Millis } from '../units.js';

/** What the server found out before a command is decided: the time, what the referee said, who is here. */
export type DecisionInput<P> = {
  readonly now: Instant;
  /** What the referee answered to the question of `ask`. */
  readonly start?: Result<Start<P>, Refusal> | undefined;
  readonly ruling?: Result<Ruling<P>, Refusal> | undefined;
  /** Network delay of the sender as the server measured it; believed only within the quota. */
  readonly lagMs?: number | undefined;
  /** Plies after which this server draws a game; `LONGEST_GAME` if absent. */
  readonly longestGame?: number | undefined;
  /** For how long each player has had no connection; 0 or absent means present. Presence is no fact: it is fleeting. */
  readonly absentMs?: Partial<Sides<Millis>> | undefined;
  /** The id of the rematch, which the server has made ready. */
  readonly nextGame?: GameId | undefined;
};

/** A command on its way through the checks to its decision. */
export type PendingDecision<P, C extends Command = Command> = {
  readonly referee: Referee<P>;
  readonly game: Game<P>;
  readonly command: C;
  readonly given: DecisionInput<P>;
};
