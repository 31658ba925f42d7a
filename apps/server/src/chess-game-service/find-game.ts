import { parseGameId } from '@chessmith/game';
import type { Games, ListedGame, ServiceRefusal } from '@chessmith/service';
import { err, type Result } from '@chessmith/std';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Core } from '../core.js';
import { TOO_MANY } from '../http/errors.js';
import { isOfThisContract } from './away.js';

/** The only ruleset of the contract. */
export const RULESET = 'standard';

/** Finds a game for the client of a request. */
export type FindGame = (id: string, request: FastifyRequest) => Promise<Result<ListedGame, ServiceRefusal>>;

/**
 * Look-ups by REST and by WebSocket share one rate limit per address, the one of join codes: the id of a private game
 * may be guessable. Public games do not count.
 */
export function rateLimitedFindGame(
  app: FastifyInstance,
  { games, configuration }: Pick<Core, 'games' | 'configuration'>,
): FindGame {
  const charge = app.createRateLimit({ max: configuration.guestsPerMinute, timeWindow: 60_000 });
  return async (id, request) => {
    const found = await findGame(games, id);
    if (found.ok && !found.value.isPrivate) return found;
    const rate = await charge(request);
    return !rate.isAllowed && rate.isExceeded ? err({ ...TOO_MANY, facts: { retryAfterMs: rate.ttl } }) : found;
  };
}

/**
 * The unfinished game with this id, which is an alias or one of our own ids. Ended games are gone, as in the
 * original.
 */
async function findGame(
  games: Pick<Games, 'findById' | 'findByExternalId'>,
  id: string,
): Promise<Result<ListedGame, ServiceRefusal>> {
  // Our own ids first: an alias that equals another game's id must not divert its players.
  const ours = parseGameId(id);
  const byId = ours.ok ? await games.findById(ours.value) : ours;
  const found = byId.ok ? byId : await games.findByExternalId(id);
  return found.ok && isReachable(found.value) ? found : err(NOT_FOUND);
}

/** In this contract the id alone opens a private game, so private games of `/api` are not reachable. */
const isReachable = (game: ListedGame): boolean =>
  game.ruleset === RULESET && game.situation !== 'terminated' && (!game.isPrivate || isOfThisContract(game));

const NOT_FOUND: ServiceRefusal = { code: 'game/not-found', message: 'There is no such game of standard chess.' };
