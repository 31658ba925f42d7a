import type { Referee, Refusal, Ruling, Start } from '@chessmith/rules';
import type { Result } from '@chessmith/std';
import type { Reached } from './board.js';
import type { Command } from './commands.js';
import type { Game } from './game.js';
import type { GameId } from './ids.js';
import type { Sides } from './sides.js';
import type { Instant, Millis } from './units.js';

/** Everything from outside that a decision needs: the time, the referee's result, the presence of the players. */
export type DecisionInput<P> = {
  readonly now: Instant;
  /** The referee's result for the `RefereeRequest` of kind `start`. */
  readonly start?: Result<Start<P>, Refusal> | undefined;
  /** The referee's result for the `RefereeRequest` of kind `ruling`. */
  readonly ruling?: Result<Ruling<P>, Refusal> | undefined;
  /** The sender's network delay as measured by the server; compensated only up to the lag quota. */
  readonly lagMs?: number | undefined;
  /** The ply limit at which the server draws a game; `DEFAULT_MAX_PLIES` by default. */
  readonly maxPlies?: number | undefined;
  /** How long each player has been disconnected; 0 or absent means present. Not stored as a fact, since it changes all the time. */
  readonly absentMs?: Partial<Sides<Millis>> | undefined;
  /** The id of the rematch that the server has created. */
  readonly nextGame?: GameId | undefined;
};

/** A command with everything that its checks and its decision need. */
export type PendingDecision<P, C extends Command = Command> = {
  readonly referee: Referee<P>;
  readonly game: Game<P>;
  readonly command: C;
  readonly input: DecisionInput<P>;
  /** The position after the move, if the ruling accepts one. */
  readonly reached: Reached<P> | null;
};
