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
import { LETTERS_PER_READ, readerOf } from '../limit-reads.js';
import { ANONYMOUS, answers, problems } from '../openapi.js';
import { JSON_TEXT, ofGame } from './commands.js';

/** Questions about one game that need no more words; `UserGames` is `/api/people/{person}/games`. */
const OF_GAME = api.QUERIES.filter((name) => name !== 'UserGames' && name !== 'InspectionAtTurn');

/** Of one address: they share the turns with all others. */
const MOST_STREAMS = 8;

type Asking = { readonly turn?: number; readonly results?: boolean };

/** What was and what is, at any turn. */
export function queryRoutes(app: FastifyInstance, { service, reads, nextTurn }: Core): void {
  const tags = ['questions'];
  const security = ANONYMOUS;
  const config = { isInTurns: true } as const;
  /** Answers of several pages under way, by address. */
  const streams = new Map<string, number>();

  app.get<{ Params: { game: GameId; question: (typeof OF_GAME)[number] }; Querystring: Asking }>(
    '/api/games/:game/questions/:question',
    {
      config,
      schema: {
        tags,
        summary: 'Answer a question about a game, now or at a turn',
        description:
          'Turns are plies: 0 is the start. `MoveAtTurn` needs one; elsewhere the present is meant without. `TurnNumber`, `DrawOffer`, `GameInformation` and `MoveHistory` are about the present alone. `ValidMovesAtTurn` with `results=true` also tells each move as people write it and the position it leads to.',
        params: Type.Object({ game: api.GameIdText, question: api.oneOf(...OF_GAME) }),
        querystring: Type.Object(api.QueryFields, api.strict),
        security,
        response: {
          200: { type: 'object', description: 'The answer.', properties: { answer: {} }, required: ['answer'] },
          ...problems([401, 404, 422]),
        },
      },
    },
    async ({ params: { game, question: name }, query, person }, reply) => {
      const message = api.queryProblem(name, query);
      if (message !== null) return refuse(reply, { code: 'request/malformed', message });
      const answer = await service.query({ name, game, ...query } as Query, person);
      return answer.ok ? { answer: answer.value } : refuse(reply, answer.error);
    },
  );

  app.get<{ Params: { game: GameId }; Querystring: Inspection & { turn?: number } }>(
    '/api/games/:game/questions/InspectionAtTurn',
    {
      config,
      schema: {
        tags,
        summary: 'Look closer at a position, where its rules have more to tell than the board shows',
        description: [
          'Quantum chess: `superposition`, `marginals` and `boards` need no more words; `square`, `same-piece`, `entangled`',
          'and `impact` a square; `joint` a square and another; `move` and `merge` a move. Nothing is measured.',
        ].join(' '),
        params: ofGame.params,
        querystring: Type.Object({ ...api.InspectionFields, turn: Type.Optional(api.Whole) }, api.strict),
        security,
        response: answers(200, 'Inspected', [401, 404, 422]),
      },
    },
    async ({ params: { game }, query: { turn, ...inspection }, person }, reply) => {
      const about = { game, ...(turn === undefined ? {} : { turn }), inspection };
      const answer = await service.query({ name: 'InspectionAtTurn', ...about }, person);
      return answer.ok ? { answer: answer.value } : refuse(reply, answer.error);
    },
  );

  app.get<{ Params: { game: GameId }; Querystring: { from: string } }>(
    '/api/games/:game/moves',
    {
      schema: {
        tags,
        summary: 'What the piece on a square may do now',
        params: ofGame.params,
        querystring: Type.Object({ from: Type.String({ minLength: 2, maxLength: 3 }) }, api.strict),
        security,
        response: answers(200, 'Moves', [401, 404, 409, 422]),
      },
    },
    async ({ params, query }, reply) => {
      const choices = await service.findMoves(params.game, query.from);
      return choices.ok ? { choices: choices.value } : refuse(reply, choices.error);
    },
  );

  app.get<{ Params: { game: GameId }; Querystring: { after?: Version; type?: FactType } }>(
    '/api/games/:game/facts',
    {
      config,
      schema: {
        tags,
        summary: 'What happened, after a version and of a type',
        description: `An answer of several pages is written out while it is read; one address may read ${MOST_STREAMS} such answers at once.`,
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
      const found = await service.factPages(request.params.game, request.query);
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
      const paced = async (letters: number): Promise<void> => {
        const waitMs = reads.pace(reader, Math.floor(letters / LETTERS_PER_READ));
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
        summary: 'Who is here',
        params: ofGame.params,
        security,
        response: answers(200, 'Presence', [401, 404]),
      },
    },
    async ({ params }, reply) => {
      const game = await service.findById(params.game);
      return game.ok ? service.presenceOf(params.game) : refuse(reply, game.error);
    },
  );
}

/** The answer page by page, no faster than its reader takes it, and than `paced` lets go on. */
async function* factTexts(
  read: readonly (readonly NumberedFact[])[],
  pages: FactPages,
  paced: (letters: number) => Promise<void>,
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
