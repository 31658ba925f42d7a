import type { Actor, Command, Game, GameId } from '@chessmith/game';
import type { CommandReceipt, Delivery } from '../facets/games.js';
import type { ServiceResult } from '../facets/result.js';

/** One or more commands that are executed together or not at all. */
export type CommandBatch<A extends CommandReceipt = CommandReceipt> = {
  readonly by: Actor;
  readonly game: GameId;
  readonly delivery: Delivery;
  /** Compared, by hash, when the same key arrives again. */
  readonly body: unknown;
  /** Called again whenever the batch is judged again. */
  commands(game: Game): readonly Command[];
  /** The key of a command of the server, derived from the game so that two servers use the same one. */
  keyFor?(game: Game): string;
  /** Adds fields to the usual receipt, such as the join code of a new game. */
  receiptFrom?(receipt: CommandReceipt, after: Game): A;
  /** Whether the commands run even during an outage (see `isOutage`), as those that resume clocks do. */
  readonly isAllowedInOutage?: boolean;
};

export type HandleCommand = <A extends CommandReceipt = CommandReceipt>(batch: CommandBatch<A>) => ServiceResult<A>;
