import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { FACT_VERSIONS, type FactType, type GameId, type Version } from '@chessmith/game';
import { api } from '@chessmith/protocol';
import type { Inspection } from '@chessmith/rules';
import type { FactPages, NumberedFact, Query } from '@chessmith/service';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Core } from '../../core.js';
import { refuse, TOO_MANY } from '../errors.js';
import { CHARACTERS_PER_READ, readerOf } from '../limit-reads.js';
import { ANONYMOUS, answers, problems } from '../openapi.js';
import { JSON_TEXT, ofGame } from './commands.js';

/** Queries of one game without a body; `UserGames` is `/api/people/{person}/games`. */
const OF_GAME = api.QUERIES.filter((name) => name !== 'UserGames' && name !== 'InspectionAtTurn');

/** Streamed answers that one address may read at once. */
const MOST_STREAMS = 8;

type QueryParameters = { readonly turn?: number; readonly results?: boolean };

/** Reads of a game, now or at any turn. */
export function queryRoutes(app: FastifyInstance, { games, live, queries, reads, nextTurn }: Core): void {
  const tags = ['queries'];
  const security = ANONYMOUS;
  const config = { isInTurns: true } as const;
  /** Streamed answers in progress, by address. */
  const streams = new Map<string, number>();

  app.get<{ Params: { game: GameId; query: (typeof OF_GAME)[number] }; Querystring: QueryParameters }>(
    '/api/games/:game/queries/:query',
    {
      config,
      schema: {
        tags,
        summary: 'Query a game, now or at a turn',
        description:
          'A turn is a ply: 0 is the start. `MoveAtTurn` needs a turn; other queries default to the current one. `TurnNumber`, `DrawOffer`, `GameInformation` and `MoveHistory` take no turn. `ValidMovesAtTurn` with `results=true` also gives each move in standard algebraic notation and the position after it.',
        params: Type.Object({ game: api.GameIdText, query: api.oneOf(...OF_GAME) }),
        querystring: Type.Object(api.QueryFields, api.strict),
        security,
        response: {
          200: { type: 'object', description: 'The result.', properties: { result: {} }, required: ['result'] },
          ...problems([401, 404, 422]),
        },
      },
    },
    async ({ params: { game, query: name }, query, person }, reply) => {
      const message = api.queryProblem(name, query);
      if (message !== null) return refuse(reply, { code: 'request/malformed', message, facts: { query: name } });
      const result = await queries.run({ name, game, ...query } as Query, person);
      return result.ok ? { result: result.value } : refuse(reply, result.error);
    },
  );

  app.get<{ Params: { game: GameId }; Querystring: Inspection & { turn?: number } }>(
    '/api/games/:game/queries/InspectionAtTurn',
    {
      config,
      schema: {
        tags,
        summary: 'Inspect a position, where its ruleset knows more than the board shows',
        description: [
          'Quantum chess: `superposition`, `marginals` and `boards` take no argument; `square`, `same-piece`, `entangled`',
          'and `impact` take a square; `joint` takes two; `move` and `merge` take a move. Nothing is measured.',
        ].join(' '),
        params: ofGame.params,
        querystring: Type.Object({ ...api.InspectionFields, turn: Type.Optional(api.Whole) }, api.strict),
        security,
        response: answers(200, 'InspectionResult', [401, 404, 422]),
      },
    },
    async ({ params: { game }, query: { turn, ...inspection }, person }, reply) => {
      const about = { game, ...(turn === undefined ? {} : { turn }), inspection };
      const result = await queries.run({ name: 'InspectionAtTurn', ...about }, person);
      return result.ok ? { result: result.value } : refuse(reply, result.error);
    },
  );

  app.get<{ Params: { game: GameId }; Querystring: { from: string } }>(
    '/api/games/:game/moves',
    {
      schema: {
        tags,
        summary: 'List the moves of the piece on a square',
        params: ofGame.params,
        querystring: Type.Object({ from: Type.String({ minLength: 2, maxLength: 3 }) }, api.strict),
        security,
        response: answers(200, 'PieceMoves', [401, 404, 409, 422]),
      },
    },
    async ({ params, query }, reply) => {
      const choices = await queries.findMoves(params.game, query.from);
      return choices.ok ? { choices: choices.value } : refuse(reply, choices.error);
    },
  );

  app.get<{ Params: { game: GameId }; Querystring: { after?: Version; type?: FactType } }>(
    '/api/games/:game/facts',
    {
      config,
      schema: {
        tags,
        summary: 'List the facts of a game, optionally after a version or of one type',
        description: `A long answer is streamed; one address may read ${MOST_STREAMS} of them at once.`,
        params: ofGame.params,
        querystring: Type.Object(
          {
            after: Type.Optional(api.Whole),
            type: Type.Optional(api.oneOf(...(Object.keys(FACT_VERSIONS) as FactType[]))),
          },
          api.strict,
        ),
        security,
        response: answers(200, 'Facts', [401, 404, 422]),
      },
    },
    async (request, reply) => {
      const found = await queries.factPages(request.params.game, request.query);
      if (!found.ok) return refuse(reply, found.error);
      const pages = found.value;
      const first = await pages.next();
      if (first.done) return { facts: [] };
      if (!first.value.ok) return refuse(reply, first.value.error);
      const second = await pages.next();
      if (second.done) return { facts: first.value.value };
      if (!second.value.ok) return refuse(reply, second.value.error);
      const { ip } = request;
      const count = streams.get(ip) ?? 0;
      if (count >= MOST_STREAMS) return refuse(reply.header('retry-after', 1), TOO_MANY);
      streams.set(ip, count + 1);
      reply.raw.on('close', () => {
        const left = streams.get(ip)! - 1;
        if (left === 0) streams.delete(ip);
        else streams.set(ip, left);
      });
      const reader = readerOf(request);
      const paced = async (characters: number): Promise<void> => {
        const waitMs = reads.pace(reader, Math.floor(characters / CHARACTERS_PER_READ));
        await (waitMs === 0 ? nextTurn() : setTimeout(waitMs));
      };
      return reply
        .header('content-type', JSON_TEXT)
        .send(Readable.from(factTexts([first.value.value, second.value.value], pages, paced)));
    },
  );

  app.get<{ Params: { game: GameId } }>(
    '/api/games/:game/presence',
    {
      schema: {
        tags,
        summary: 'Show who is connected to a game',
        params: ofGame.params,
        security,
        response: answers(200, 'Presence', [401, 404]),
      },
    },
    async ({ params }, reply) => {
      const game = await games.findById(params.game);
      return game.ok ? live.presenceOf(params.game) : refuse(reply, game.error);
    },
  );
}

/** Streams the answer page by page, at the speed of its reader and of `paced`. */
async function* factTexts(
  read: readonly (readonly NumberedFact[])[],
  pages: FactPages,
  paced: (characters: number) => Promise<void>,
): AsyncGenerator<string> {
  let before = '{"facts":[';
  for await (const page of concat(read, pages)) {
    const text = page.map((fact) => JSON.stringify(fact)).join();
    if (text !== '') {
      yield before + text;
      before = ',';
    }
    await paced(text.length);
  }
  yield before === ',' ? ']}' : `${before}]}`;
}

async function* concat(read: readonly (readonly NumberedFact[])[], pages: FactPages) {
  yield* read;
  for await (const page of pages) {
    if (!page.ok) throw new Error(`facts could not be read: ${page.error.code}`);
    yield page.value;
  }
}
