import { type FactOf, rematchConfiguration } from '@chessmith/game';
import type { RematchMessage } from '../games/create-game.js';
import type { FactSubscriber } from '../games/fact-subscribers.js';
import type { Judged } from '../games/judge.js';
import type { FactStep } from '../games/live-game.js';
import type { FinishedGame, Json, OutboxMessage } from '../ports/index.js';
import type { OutboxWorker } from './worker.js';

export const RESULTS = 'results';
export const REMATCHES = 'rematches';

/** The messages to other systems that these steps cause; stored in the same commit. */
export const outboxMessagesOf = ({ steps }: Judged): readonly OutboxMessage[] => steps.flatMap(messagesFor);

function messagesFor(step: FactStep): readonly OutboxMessage[] {
  const { fact } = step;
  if (fact.type === 'GameEnded') return resultOf(step, fact);
  if (fact.type !== 'RematchAccepted') return [];
  const rematch: RematchMessage = { of: step.id, next: fact.next, configuration: rematchConfiguration(step.before) };
  return [{ topic: REMATCHES, body: rematch as unknown as Json }];
}

function resultOf({ after }: FactStep, { end, at }: FactOf<'GameEnded'>): readonly OutboxMessage[] {
  if (end.kind === 'none') return [];
  const { configuration, seats, id } = after;
  const { ruleset, isRated } = configuration!;
  const finished: FinishedGame = { game: id!, ruleset, isRated, at, seats, end };
  return [{ topic: RESULTS, body: finished as unknown as Json }];
}

/** Wakes the worker as soon as a commit contains messages. */
export const outboxSubscriber = (worker: OutboxWorker): FactSubscriber => ({
  name: 'outbox',
  onFact({ fact }) {
    if (fact.type === 'GameEnded') worker.nudge(RESULTS);
    if (fact.type === 'RematchAccepted') worker.nudge(REMATCHES);
  },
});
