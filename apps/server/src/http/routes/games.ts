import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { type GameId, type JoinCode, type Ply, parseJoinCode } from '@chessmith/game';
import { api } from '@chessmith/protocol';
import type { GameOptions } from '@chessmith/service';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Core } from '../../core.js';
import { gameViewText } from '../../json/game-view-text.js';
import { requirePerson } from '../authentication.js';
import { refuse } from '../errors.js';
import { readerOf } from '../limit-reads.js';
import { ANONYMOUS, AUTHENTICATED, answers, problems } from '../openapi.js';
import { peopleOfGames } from '../people-named.js';
import { deliveryOf, JSON_TEXT, ofGame } from './commands.js';
import { pageOf, type SearchQuery, searchOf } from './search.js';

const PGN = 'application/x-chess-pgn';
/** Characters per read: PGN is short, but needs the whole game. */
const PGN_CHARACTERS_PER_READ = 512;
const pgnAnswer = { description: 'PGN', content: { [PGN]: { schema: Type.String() } } };

/** Routes to create, find, view and export games. */
export function gameRoutes(app: FastifyInstance, core: Core): void {
  const { games, queries, configuration, reads, nextTurn } = core;
  const tags = ['games'];

  app.post<{ Body: GameOptions }>(
    '/api/games',
    {
      schema: {
        tags,
        summary: 'Create a game',
        description:
          'All fields are optional. The default is a public game of standard chess without a clock, with a random side.',
        headers: ofGame.headers,
        body: api.GameOptions,
        security: AUTHENTICATED,
        response: answers(201, 'CreationReceipt', [401, 403, 409, 413, 415, 422, 429]),
      },
    },
    async (request, reply) => {
      const me = requirePerson(request, reply);
      if (me === null) return reply;
      const made = await games.create(me, request.body, deliveryOf(request));
      return made.ok ? reply.code(201).send(made.value) : refuse(reply, made.error);
    },
  );

  app.get<{ Querystring: SearchQuery }>(
    '/api/games',
    {
      schema: {
        tags,
        summary: 'List public games, latest activity first',
        querystring: api.GamePageQuery,
        security: ANONYMOUS,
        response: answers(200, 'GameList', [401]),
      },
    },
    async ({ query }) => {
      const page = await games.list(searchOf(query), pageOf(query));
      return { ...page, people: await peopleOfGames(core, page.games) };
    },
  );

  app.get<{ Querystring: { ruleset?: string } }>(
    '/api/games/open',
    {
      schema: {
        tags,
        summary: 'Find a random public game that waits for a player',
        querystring: Type.Object({ ruleset: api.SearchQuery.ruleset }, api.strict),
        security: ANONYMOUS,
        response: answers(200, 'ListedGame', [401, 404]),
      },
    },
    async ({ query, person }, reply) => {
      const game = await games.findPublic(query, person);
      return game.ok ? game.value : refuse(reply, game.error);
    },
  );

  app.get<{ Params: { alias: string } }>(
    '/api/games/by-alias/:alias',
    {
      schema: {
        tags,
        summary: 'Find the unfinished game with an alias; private games only for their players',
        params: Type.Object({ alias: Type.String({ minLength: 1, maxLength: 64 }) }),
        security: ANONYMOUS,
        response: answers(200, 'ListedGame', [401, 404]),
      },
    },
    async ({ params, person }, reply) => {
      const game = await games.findByAlias(params.alias, person);
      return game.ok ? game.value : refuse(reply, game.error);
    },
  );

  app.get<{ Params: { code: string } }>(
    '/api/games/by-code/:code',
    {
      config: { rateLimit: { max: configuration.guestsPerMinute, timeWindow: 60_000 } },
      schema: {
        tags,
        summary: 'Find the game of a join code while a seat is free',
        params: Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) }),
        security: ANONYMOUS,
        response: answers(200, 'ListedGame', [401, 404, 429]),
      },
    },
    async ({ params }, reply) => {
      const code = parseJoinCode(params.code);
      if (!code.ok) return refuse(reply, code.error);
      const game = await games.findByJoinCode(code.value as JoinCode);
      return game.ok ? game.value : refuse(reply, game.error);
    },
  );

  app.get<{ Params: { game: GameId } }>(
    '/api/games/:game',
    {
      // The text is cached until the next fact.
      config: { charactersPerRead: 32 * 1024 },
      schema: {
        tags,
        summary: 'Show a game as you may see it',
        params: ofGame.params,
        security: ANONYMOUS,
        response: answers(200, 'Game', [401, 404, 422]),
      },
    },
    async ({ params, person }, reply) => {
      const view = await queries.sharedView(params.game, person);
      return view.ok
        ? reply.header('content-type', JSON_TEXT).send(gameViewText(view.value))
        : refuse(reply, view.error);
    },
  );

  app.get<{ Params: { game: GameId } }>(
    '/api/games/:game/pgn',
    {
      config: { isInTurns: true, charactersPerRead: PGN_CHARACTERS_PER_READ },
      schema: {
        tags,
        summary: 'Export a game as PGN',
        params: ofGame.params,
        security: ANONYMOUS,
        response: { 200: pgnAnswer, ...problems([401, 404, 422]) },
      },
    },
    async ({ params }, reply) => {
      const pgn = await queries.pgn(params.game);
      return pgn.ok ? reply.type(PGN).serializer(String).send(pgn.value) : refuse(reply, pgn.error);
    },
  );

  app.get<{ Querystring: SearchQuery }>(
    '/api/pgn',
    {
      schema: {
        tags,
        summary: 'Export public games as PGN (streamed)',
        querystring: Type.Object(api.SearchQuery, api.strict),
        security: ANONYMOUS,
        response: { 200: pgnAnswer, ...problems([401]) },
      },
    },
    async (request, reply) => {
      const texts = queries.pgnOfMany({ search: searchOf(request.query) });
      const reader = readerOf(request);
      const paced = async (characters: number): Promise<void> => {
        const waitMs = reads.pace(reader, Math.ceil(characters / PGN_CHARACTERS_PER_READ));
        await (waitMs === 0 ? nextTurn() : setTimeout(waitMs));
      };
      return reply.type(PGN).send(Readable.from(separated(texts, paced)));
    },
  );

  app.post<{ Params: { game: GameId }; Body: GameOptions & { ply: Ply } }>(
    '/api/games/:game/fork',
    {
      schema: {
        tags,
        summary: 'Fork a game at a position',
        ...ofGame,
        body: api.ForkOptions,
        security: AUTHENTICATED,
        response: answers(201, 'CreationReceipt', [401, 403, 404, 409, 413, 415, 422, 429]),
      },
    },
    async (request, reply) => {
      const me = requirePerson(request, reply);
      if (me === null) return reply;
      const { ply, ...options } = request.body;
      const made = await games.fork(me, { game: request.params.game, ply }, options, deliveryOf(request));
      return made.ok ? reply.code(201).send(made.value) : refuse(reply, made.error);
    },
  );
}

/**
 * Streams games. Each waits for its turn in a queue that all exports share, and for the reader's quota: if all games
 * are in memory, nothing else would yield to other requests.
 */
async function* separated(
  games: AsyncIterable<string>,
  paced: (characters: number) => Promise<void>,
): AsyncIterable<string> {
  for await (const pgn of games) {
    yield `${pgn.trimEnd()}\n\n`;
    await paced(pgn.length);
  }
}
