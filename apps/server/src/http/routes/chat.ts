import type { GameId } from '@chessmith/game';
import { api } from '@chessmith/protocol';
import type { ChatInput } from '@chessmith/service';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Core } from '../../core.js';
import { requirePerson } from '../authentication.js';
import { refuse } from '../errors.js';
import { ANONYMOUS, AUTHENTICATED, answers } from '../openapi.js';
import { peopleNamed } from '../people-named.js';
import { deliveryOf, ofGame } from './commands.js';

/** Routes to read and write chat. */
export function chatRoutes(app: FastifyInstance, core: Core): void {
  const { chat } = core;
  const tags = ['chat'];
  const { params } = ofGame;

  app.get<{ Params: { game: GameId }; Querystring: { after?: number; limit?: number } }>(
    '/api/games/:game/chat',
    {
      schema: {
        tags,
        summary: 'List the newest chat lines that you may read',
        params,
        querystring: Type.Object({ after: Type.Optional(api.Whole), limit: api.Limit }, api.strict),
        security: ANONYMOUS,
        response: answers(200, 'ChatLines', [401, 404, 422]),
      },
    },
    async (request, reply) => {
      const lines = await chat.lines(request.params.game, request.person, request.query);
      if (!lines.ok) return refuse(reply, lines.error);
      const speakers = lines.value.map(({ by }) => by);
      return { lines: lines.value, people: await peopleNamed(core, speakers) };
    },
  );

  app.post<{ Params: { game: GameId }; Body: ChatInput }>(
    '/api/games/:game/chat',
    {
      schema: {
        tags,
        summary: 'Send a chat line',
        ...ofGame,
        body: api.ChatInput,
        security: AUTHENTICATED,
        response: answers(201, 'ChatLine', [401, 403, 404, 409, 413, 415, 422, 429]),
      },
    },
    async (request, reply) => {
      const me = requirePerson(request, reply);
      if (me === null) return reply;
      const line = await chat.say(me, request.params.game, request.body, deliveryOf(request));
      return line.ok ? reply.code(201).send(line.value) : refuse(reply, line.error);
    },
  );
}
