import { type Actor, SERVER } from '@chessmith/game';
import type { Clock, GameCommand, Service, ServiceRefusal } from '@chessmith/service';
import { type Err, err } from '@chessmith/std';
import { personBuckets } from './per-person.js';
import type { BucketLimits } from './token-bucket.js';

/** The limits of one person. */
export type PersonLimits = {
  /** Commands that store a lot or replay a whole game: new games and takebacks. */
  readonly games: BucketLimits;
  readonly lines: BucketLimits;
  /** All commands but moves. */
  readonly commands: BucketLimits;
  /** Name changes, refused ones included. */
  readonly names: BucketLimits;
};

/**
 * Per person, not per address, since a whole school may share one address. A bot that opens a hundred boards and
 * greets on each stays below.
 */
export const PERSON_LIMITS: PersonLimits = {
  games: { burst: 200, perSecond: 2 },
  lines: { burst: 150, perSecond: 1 },
  commands: { burst: 500, perSecond: 20 },
  names: { burst: 20, perSecond: 1 / 30 },
};

/** Limits what one person may do, over all their connections. The server's own commands are not limited. */
export function rateLimited(
  service: Service,
  clock: Pick<Clock, 'monotonicMs'>,
  limits: PersonLimits = PERSON_LIMITS,
): Service {
  const games = personBuckets(limits.games, clock);
  const lines = personBuckets(limits.lines, clock);
  const commands = personBuckets(limits.commands, clock);
  const names = personBuckets(limits.names, clock);

  function tooMany(buckets: typeof games, by: Actor): Err<ServiceRefusal> | null {
    const retryAfterMs = by === SERVER ? 0 : buckets.charge(by);
    return retryAfterMs === 0 ? null : err(tooManyRequests(retryAfterMs));
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
    // Returns the promise of the service unchanged: moves are frequent, and another promise would cost time.
    command(by, game, command, sent) {
      if (isMove(command)) return service.command(by, game, command, sent);
      const refusal = tooMany(isExpensive(command) ? games : commands, by);
      return refusal === null ? service.command(by, game, command, sent) : Promise.resolve(refusal);
    },
  };
}

/** Moves are not limited. */
const isMove = (command: GameCommand): boolean => command.type === 'PlayMove' || command.type === 'Promote';

/** A takeback of a player of both sides takes effect at once, and replays the game. */
const isExpensive = (command: GameCommand): boolean =>
  (command.type === 'Offer' || command.type === 'Accept') && command.what !== 'draw';

function tooManyRequests(retryAfterMs: number): ServiceRefusal {
  const seconds = Math.ceil(retryAfterMs / 1000);
  const message = `Too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return { code: 'request/too-many', message, facts: { retryAfterMs } };
}
