import { type Actor, SERVER } from '@chessmith/game';
import type { Clock, Facets, GameCommand, Service, ServiceRefusal } from '@chessmith/service';
import { type Brand, type Err, err } from '@chessmith/std';
import { type PersonBuckets, personBuckets } from './per-person.js';
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

/** Use cases behind rate limits. Adapters accept no others, since the compiler tells them apart. */
export type RateLimited<F extends Partial<Facets>> = { readonly [Facet in keyof F]: Brand<F[Facet], 'RateLimited'> };

/** Limits what one person may do, over all their connections. The server's own commands are not limited. */
export function rateLimited(
  service: Service,
  clock: Pick<Clock, 'monotonicMs'>,
  limits: PersonLimits = PERSON_LIMITS,
): RateLimited<Facets> {
  const { games, queries, live, chat, people, rulesets } = service;
  const newGames = personBuckets(limits.games, clock);
  const lines = personBuckets(limits.lines, clock);
  const commands = personBuckets(limits.commands, clock);
  const names = personBuckets(limits.names, clock);

  function tooMany(buckets: PersonBuckets, by: Actor): Err<ServiceRefusal> | null {
    const retryAfterMs = by === SERVER ? 0 : buckets.charge(by);
    return retryAfterMs === 0 ? null : err(tooManyRequests(retryAfterMs));
  }

  const limited: Facets = {
    games: {
      ...games,
      create: async (by, options, sent) => tooMany(newGames, by) ?? games.create(by, options, sent),
      fork: async (by, from, options, sent) => tooMany(newGames, by) ?? games.fork(by, from, options, sent),
      // Returns the promise of the service unchanged: moves are frequent, and another promise would cost time.
      command(by, game, command, sent) {
        if (UNLIMITED.has(command.type)) return games.command(by, game, command, sent);
        const refusal = tooMany(isExpensive(command) ? newGames : commands, by);
        return refusal === null ? games.command(by, game, command, sent) : Promise.resolve(refusal);
      },
    },
    chat: { ...chat, say: async (by, game, line, sent) => tooMany(lines, by) ?? chat.say(by, game, line, sent) },
    people: { ...people, rename: async (person, name) => tooMany(names, person) ?? people.rename(person, name) },
    queries,
    live,
    rulesets,
  };
  return limited as RateLimited<Facets>;
}

/** Moves are not limited, and a player can always leave. */
const UNLIMITED: ReadonlySet<GameCommand['type']> = new Set(['PlayMove', 'Promote', 'LeaveGame']);

/** A takeback of a player of both sides takes effect at once, and replays the game. */
const isExpensive = (command: GameCommand): boolean =>
  (command.type === 'Offer' || command.type === 'Accept') && command.what !== 'draw';

function tooManyRequests(retryAfterMs: number): ServiceRefusal {
  const seconds = Math.ceil(retryAfterMs / 1000);
  const message = `Too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return { code: 'request/too-many', message, facts: { retryAfterMs } };
}
