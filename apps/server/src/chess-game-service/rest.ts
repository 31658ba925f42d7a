import { SERVER } from '@chessmith/game';
import { chessGameService } from '@chessmith/protocol';
import type { ListedGame, ServiceRefusal } from '@chessmith/service';
import { json } from '@chessmith/std';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Core } from '../core.js';
import { tokenOf } from '../http/authentication.js';
import { ANONYMOUS } from '../http/openapi.js';
import { isSomeoneAway } from './away.js';
import { contractErrorSchemas } from './contract-errors.js';
import { type FindGame, RULESET } from './find-game.js';
import type { Players } from './players.js';
import { ConfigurationInput } from './shapes.js';

const Connection = Type.Object(
  { connection: Type.Object({ websocket: Type.String() }) },
  { description: 'The id of the game.' },
);
const answers = (...statuses: readonly number[]) => ({ 200: Connection, ...contractErrorSchemas(...statuses) });

const tags = ['Chess Game Service API'];
const security = [{}];
const MISSING = "Request missing body parameter 'gameConfiguration'.";
/** Digits of a non-negative 64-bit number in base 36. */
const ID_LENGTH = 12;
const BASE_36 = '0123456789abcdefghijklmnopqrstuvwxyz';

/** `POST /game`, `GET /game` and `GET /game/{id}`. */
export function gameServiceRoutes(app: FastifyInstance, core: Core, players: Players, findGame: FindGame): void {
  const { games, live, people, chance, configuration } = core;

  app.post<{ Body: unknown }>(
    '/game',
    {
      attachValidation: true,
      // Clients of this contract do not authenticate, and named players become guests, so the limit of new guests
      // applies.
      config: { rateLimit: { max: configuration.guestsPerMinute, timeWindow: 60_000 } },
      schema: {
        tags,
        summary: 'Create a game',
        body: Type.Object({ gameConfiguration: ConfigurationInput }),
        security,
        response: answers(400, 403, 413, 429),
      },
    },
    async ({ body }, reply) => {
      const request = json.readJson(json.atLeast({ gameConfiguration: json.unknown() }), body);
      if (!request.ok || request.value.gameConfiguration === undefined) return malformed(reply, MISSING);
      const read = chessGameService.readConfiguration(request.value.gameConfiguration);
      if (!read.ok) return malformed(reply, json.formatJsonProblem(read.error));
      const { timeConstraint, gameMode, whitePlayer, blackPlayer, isPrivate } = read.value;
      const alias = read.value.gameId ?? Array.from({ length: ID_LENGTH }, () => BASE_36[chance.int(36)]).join('');
      const white = whitePlayer && (await players.personNamed(whitePlayer.name, []));
      const black = blackPlayer && (await players.personNamed(blackPlayer.name, [white]));
      const made = await games.create(SERVER, {
        ruleset: RULESET,
        clock: chessGameService.clockOf(timeConstraint),
        side: 'none',
        seats: { white, black },
        against: gameMode === 'PVE' ? 'computer' : 'people',
        isPrivate,
        alias,
      });
      return made.ok ? reply.send(connectionOf(alias)) : sendError(reply, made.error, alias);
    },
  );

  app.get(
    '/game',
    {
      schema: {
        tags,
        summary: 'Find a public game that waits for players',
        security: ANONYMOUS,
        response: answers(404),
      },
    },
    async (request, reply) => {
      // The contract has no authentication, so a token is optional, and an invalid one is ignored.
      const token = tokenOf(request);
      const known = token && (await people.authenticate(token.text));
      const person = known?.ok ? known.value.id : null;
      // The creator plays White in this contract, and the original web client always joins as Black.
      const game = await games.findPublic({ ruleset: RULESET, seat: 'black' }, person);
      return game.ok ? connectionOf(idOf(game.value)) : sendError(reply, game.error, '');
    },
  );

  app.get<{ Params: { gameId: string } }>(
    '/game/:gameId',
    {
      schema: {
        tags,
        summary: 'Find a private game that waits for players, or for a player who is away',
        params: Type.Object({ gameId: Type.String() }),
        security,
        response: answers(403, 404, 429),
      },
    },
    async (request, reply) => {
      const { gameId } = request.params;
      const found = await findGame(gameId, request);
      if (!found.ok) return sendError(reply, found.error, gameId);
      const { situation, isPrivate, game } = found.value;
      if (isPrivate && situation === 'waiting-for-players') return connectionOf(gameId);
      if (!isPrivate || situation !== 'running')
        return sendError(reply, { code: 'game/not-found', message: '' }, gameId);
      // The original web client asks here before it connects, also when its player returns.
      if (isSomeoneAway(live.presenceOf(game))) return connectionOf(gameId);
      return sendError(reply, { code: 'game/already-started', message: '' }, gameId);
    },
  );
}

const idOf = ({ alias, game }: ListedGame): string => alias ?? game;

/** Escapes the id, which may be any text. */
const connectionOf = (id: string) => ({
  connection: { websocket: `/game/connect/${encodeURIComponent(id)}/websocket` },
});

function sendError(reply: FastifyReply, refusal: ServiceRefusal, id: string): FastifyReply {
  const error = chessGameService.contractErrorOf(refusal, id);
  const waitMs = refusal.facts?.retryAfterMs;
  if (typeof waitMs !== 'number') return reply.code(chessGameService.contractStatusOf(error)).send(error);
  return reply
    .code(429)
    .header('retry-after', Math.ceil(waitMs / 1000))
    .send(error);
}

const malformed = (reply: FastifyReply, message: string): FastifyReply =>
  sendError(reply, { code: 'request/malformed', message }, '');
