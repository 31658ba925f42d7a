import type { Log } from '../ports/index.js';
import { type FactStep, prepare } from './live-game.js';

/** Called for each stored fact, one at a time and in the order of its game. */
export type FactSubscriber = {
  readonly name: string;
  onFact(step: FactStep): void;
};

export type NotifySubscribers = (steps: readonly FactStep[]) => Promise<void>;

/** Passes stored facts to all subscribers. One that fails is logged, and keeps nothing from the others: the fact is stored. */
export function factSubscribers(subscribers: readonly FactSubscriber[], log: Log): NotifySubscribers {
  return async (steps) => {
    for (const step of steps) {
      if (step.referee.cost?.prepare !== undefined) await prepare(step);
      for (const subscriber of subscribers) {
        try {
          subscriber.onFact(step);
        } catch (error) {
          log.error('a subscriber to facts failed', { subscriber: subscriber.name, game: step.id, error });
        }
      }
    }
  };
}
