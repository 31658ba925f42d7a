import { type Actor, SERVER } from '@chessmith/game';
import type { Clock, GameCommand, Service, ServiceRefusal } from '@chessmith/service';
import { type Err, err } from '@chessmith/std';
import { personBuckets } from './per-person.js';
import type { BucketLimits } from './token-bucket.js';

/** What one person may ask for: so much at once, and then so much a second. */
export type PersonLimits = {
  /** What is kept for ever, or costs a replay of the whole game: new games, and moves that are taken back. */
  readonly games: BucketLimits;
  readonly lines: BucketLimits;
  /** All but moves. */
  readonly orders: BucketLimits;
  /** New names, also those that are refused. */
  readonly names: BucketLimits;
};

/**
 * Of a person and not of an address, behind which a whole school may sit. A bot that opens a hundred boards at once and
 * greets on each of them stays below.
 */
export const PERSON_LIMITS: PersonLimits = {
  games: { burst: 200, perSecond: 2 },
  lines: { burst: 150, perSecond: 1 },
  orders: { burst: 500, perSecond: 20 },
  names: { burst: 20, perSecond: 1 / 30 },
};

/** The same service for people who do not ask for too much, over however many connections. The server itself may do all. */
export function rateLimited(
  service: Service,
  clock: Pick<Clock, 'monotonicMs'>,
  limits: PersonLimits = PERSON_LIMITS,
): Service {
  const games = personBuckets(limits.games, clock);
  const lines = personBuckets(limits.lines, clock);
  const orders = personBuckets(limits.orders, clock);
  const names = personBuckets(limits.names, clock);

  function tooMany(accounts: typeof games, by: Actor): Err<ServiceRefusal> | null {
    const retryAfterMs = by === SERVER ? 0 : accounts.charge(by);
    return retryAfterMs === 0 ? null : err(tooMuch(retryAfterMs));
  }

  return {
    ...service,
    async createGame(by, options, sent) {
      return tooMany(games, by) ?? service.createGame(by, options, sent);
    },
    async forkGame(by, from, options, sent) {
      return tooMany(games, by) ?? service.forkGame(by, from, options, sent);
    },
    async say(by, game, line, sent) {
      return tooMany(lines, by) ?? service.say(by, game, line, sent);
    },
    async renamePerson(person, name) {
      return tooMany(names, person) ?? service.renamePerson(person, name);
    },
    // Moves are many, and a promise of a promise takes longer than a look.
    command(by, game, order, sent) {
      if (isMove(order)) return service.command(by, game, order, sent);
      const no = tooMany(isDear(order) ? games : orders, by);
      return no === null ? service.command(by, game, order, sent) : Promise.resolve(no);
    },
  };
}

/** A legal move is never too much. */
const isMove = (order: GameCommand): boolean => order.type === 'PlayMove' || order.type === 'Promote';

/** Who plays both sides is agreed as soon as they ask. */
const isDear = (order: GameCommand): boolean =>
  (order.type === 'Offer' || order.type === 'Accept') && order.what !== 'draw';

function tooMuch(retryAfterMs: number): ServiceRefusal {
  const seconds = Math.ceil(retryAfterMs / 1000);
  const message = `You ask for too much at once. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return { code: 'request/too-many', message, facts: { retryAfterMs } };
}
