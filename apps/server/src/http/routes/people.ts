import type { PersonId } from '@chessmith/people';
import { api } from '@chessmith/protocol';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Core } from '../../core.js';
import { refuse } from '../errors.js';
import { ANYONE, answers, WHO } from '../openapi.js';
import { known, setCookie } from '../who.js';
import { pageOf, type SearchQuery, searchOf } from './search.js';

export function peopleRoutes(app: FastifyInstance, core: Core): void {
  const { service, configuration } = core;
  app.post<{ Body: { name?: string } }>(
    '/api/guests',
    {
      config: { rateLimit: { max: configuration.guestsPerMinute, timeWindow: 60_000 } },
      schema: {
        tags: ['people'],
        summary: 'Become a guest',
        description: 'The token comes in the answer and as an HttpOnly cookie; either says who you are from now on.',
        body: api.NameWish,
        security: [{}],
        response: answers(201, 'Guest', [401, 403, 409, 413, 415, 422, 429]),
      },
    },
    async (request, reply) => {
      const guest = await service.createGuest(request.body);
      if (!guest.ok) return refuse(reply, guest.error);
      setCookie(reply, guest.value.token, core);
      return reply.code(201).send(guest.value);
    },
  );

  app.get(
    '/api/me',
    { schema: { tags: ['people'], summary: 'Who you are', security: WHO, response: answers(200, 'Person', [401]) } },
    async (request, reply) => {
      const me = known(request, reply);
      if (me === null) return reply;
      const person = await service.person(me);
      return person.ok ? person.value : refuse(reply, person.error);
    },
  );

  app.patch<{ Body: { name: string | null } }>(
    '/api/me',
    {
      schema: {
        tags: ['people'],
        summary: 'Call yourself something else, or nothing',
        body: api.Rename,
        security: WHO,
        response: answers(200, 'Person', [401, 403, 409, 413, 415, 422, 429]),
      },
    },
    async (request, reply) => {
      const me = known(request, reply);
      if (me === null) return reply;
      const person = await service.renamePerson(me, request.body.name);
      return person.ok ? person.value : refuse(reply, person.error);
    },
  );

  const params = Type.Object({ person: api.PersonIdText });

  app.get<{ Params: { person: PersonId } }>(
    '/api/people/:person',
    {
      schema: {
        tags: ['people'],
        summary: 'Who somebody is',
        params,
        security: ANYONE,
        response: answers(200, 'Person', [401, 404]),
      },
    },
    async (request, reply) => {
      const person = await service.person(request.params.person);
      return person.ok ? person.value : refuse(reply, person.error);
    },
  );

  app.get<{ Params: { person: PersonId }; Querystring: SearchQuery }>(
    '/api/people/:person/games',
    {
      schema: {
        tags: ['people'],
        summary: 'Games of a person, the latest activity first; private ones only for themselves',
        params,
        querystring: api.GamePageQuery,
        security: ANYONE,
        response: answers(200, 'Listing', [401, 404]),
      },
    },
    async (request, reply) => {
      const { params, query, person } = request;
      const games = await service.gamesOf(params.person, person, searchOf(query), pageOf(query));
      return games.ok ? games.value : refuse(reply, games.error);
    },
  );
}
