import { FACT_VERSIONS, type FactType, type GameId, type Version } from '@chessmith/game';
import { api } from '@chessmith/protocol';
import type { Inspection } from '@chessmith/rules';
import type { Question } from '@chessmith/service';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Core } from '../../core.js';
import { refuse } from '../errors.js';
import { ANYONE, answers, problems } from '../openapi.js';
import { ofGame } from './orders.js';

/** Questions about one game that need no more words; `UserGames` is `/api/people/{person}/games`. */
const OF_GAME = api.QUESTIONS.filter((name) => name !== 'UserGames' && name !== 'InspectionAtTurn');

type Asking = { readonly turn?: number; readonly results?: boolean };

/** What was and what is, at any turn. */
export function questionRoutes(app: FastifyInstance, { service }: Core): void {
  const tags = ['questions'];
  const security = ANYONE;

  app.get<{ Params: { game: GameId; question: (typeof OF_GAME)[number] }; Querystring: Asking }>(
    '/api/games/:game/questions/:question',
    {
      schema: {
        tags,
        summary: 'Answer a question about a game, now or at a turn',
        description:
          'Turns are plies: 0 is the start. `MoveAtTurn` needs one; elsewhere the present is meant without. `TurnNumber`, `DrawOffer`, `GameInformation` and `MoveHistory` are about the present alone. `ValidMovesAtTurn` with `results=true` also tells each move as people write it and the position it leads to.',
        params: Type.Object({ game: api.GameIdText, question: api.oneOf(...OF_GAME) }),
        querystring: Type.Object(api.AskingFields, api.strict),
        security,
        response: {
          200: { type: 'object', description: 'The answer.', properties: { answer: {} }, required: ['answer'] },
          ...problems([401, 404, 422]),
        },
      },
    },
    async ({ params: { game, question: name }, query, person }, reply) => {
      const message = api.askingProblem(name, query);
      if (message !== null) return refuse(reply, { code: 'request/malformed', message });
      const answer = await service.ask({ name, game, ...query } as Question, person);
      return answer.ok ? { answer: answer.value } : refuse(reply, answer.error);
    },
  );

  app.get<{ Params: { game: GameId }; Querystring: Inspection & { turn?: number } }>(
    '/api/games/:game/questions/InspectionAtTurn',
    {
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
      const answer = await service.ask({ name: 'InspectionAtTurn', ...about }, person);
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
      schema: {
        tags,
        summary: 'What happened, after a version and of a type',
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
    async ({ params, query }, reply) => {
      const facts = await service.facts(params.game, query);
      return facts.ok ? { facts: facts.value } : refuse(reply, facts.error);
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
      return game.ok ? service.present(params.game) : refuse(reply, game.error);
    },
  );
}
