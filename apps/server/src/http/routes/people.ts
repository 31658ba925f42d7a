import type { PersonId } from '@chessmith/people';
import { api } from '@chessmith/protocol';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Core } from '../../core.js';
import { requirePerson, setCookie } from '../authentication.js';
import { refuse, TOO_MANY } from '../errors.js';
import { ANONYMOUS, AUTHENTICATED, answers } from '../openapi.js';
import { peopleNamed, peopleOfGames } from '../people-named.js';
import { pageOf, type SearchQuery, searchOf } from './search.js';

const MOST_PEOPLE = 100;
const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const PERSON_IDS = Type.String({
  pattern: `^${ID}(,${ID}){0,${MOST_PEOPLE - 1}}$`,
  description: `Up to ${MOST_PEOPLE} ids, comma-separated.`,
});

export function peopleRoutes(app: FastifyInstance, core: Core): void {
  const { games, people, configuration } = core;
  app.post<{ Body: { name?: string } }>(
    '/api/guests',
    {
      config: { rateLimit: { max: configuration.guestsPerMinute, timeWindow: 60_000 } },
      schema: {
        tags: ['people'],
        summary: 'Create a guest',
        description: 'Returns a token, also as an HttpOnly cookie. Either authenticates later requests.',
        body: api.GuestOptions,
        security: [{}],
        response: answers(201, 'Guest', [401, 403, 409, 413, 415, 422, 429]),
      },
    },
    async (request, reply) => {
      const guest = await people.createGuest(request.body);
      if (!guest.ok) return refuse(reply, guest.error);
      setCookie(reply, guest.value.token, core);
      return reply.code(201).send(guest.value);
    },
  );

  const chargeNewGuest = app.createRateLimit({ max: configuration.guestsPerMinute, timeWindow: 60_000 });

  app.post(
    '/api/session',
    {
      schema: {
        tags: ['people'],
        summary: 'Show the current person, or create a guest',
        description: 'For browsers: a new guest gets the HttpOnly session cookie.',
        security: ANONYMOUS,
        response: answers(200, 'Person', [401, 403, 429]),
      },
    },
    async (request, reply) => {
      if (request.person !== null) {
        const person = await people.find(request.person);
        return person.ok ? person.value : refuse(reply, person.error);
      }
      // Only new guests count against the limit, not reloads of known people.
      const rate = await chargeNewGuest(request);
      if (!rate.isAllowed && rate.isExceeded) return refuse(reply.header('retry-after', rate.ttlInSeconds), TOO_MANY);
      const guest = await people.createGuest({});
      if (!guest.ok) return refuse(reply, guest.error);
      setCookie(reply, guest.value.token, core);
      return guest.value.person;
    },
  );

  app.get(
    '/api/me',
    {
      schema: {
        tags: ['people'],
        summary: 'Show the current person',
        security: AUTHENTICATED,
        response: answers(200, 'Person', [401]),
      },
    },
    async (request, reply) => {
      const me = requirePerson(request, reply);
      if (me === null) return reply;
      const person = await people.find(me);
      return person.ok ? person.value : refuse(reply, person.error);
    },
  );

  app.patch<{ Body: { name: string | null } }>(
    '/api/me',
    {
      schema: {
        tags: ['people'],
        summary: 'Change or remove your name',
        body: api.Rename,
        security: AUTHENTICATED,
        response: answers(200, 'Person', [401, 403, 409, 413, 415, 422, 429]),
      },
    },
    async (request, reply) => {
      const me = requirePerson(request, reply);
      if (me === null) return reply;
      const person = await people.rename(me, request.body.name);
      return person.ok ? person.value : refuse(reply, person.error);
    },
  );

  app.get<{ Querystring: { ids: string } }>(
    '/api/people',
    {
      schema: {
        tags: ['people'],
        summary: 'Show several people by id; unknown ids are omitted',
        querystring: Type.Object({ ids: PERSON_IDS }, api.strict),
        security: ANONYMOUS,
        response: answers(200, 'People', [401]),
      },
    },
    async ({ query }) => ({ people: await peopleNamed(core, query.ids.split(',') as PersonId[]) }),
  );

  const params = Type.Object({ person: api.PersonIdText });

  app.get<{ Params: { person: PersonId } }>(
    '/api/people/:person',
    {
      schema: {
        tags: ['people'],
        summary: 'Show a person',
        params,
        security: ANONYMOUS,
        response: answers(200, 'Person', [401, 404]),
      },
    },
    async (request, reply) => {
      const person = await people.find(request.params.person);
      return person.ok ? person.value : refuse(reply, person.error);
    },
  );

  app.get<{ Params: { person: PersonId }; Querystring: SearchQuery }>(
    '/api/people/:person/games',
    {
      schema: {
        tags: ['people'],
        summary: 'List the games of a person, latest activity first; private games only for that person',
        params,
        querystring: api.GamePageQuery,
        security: ANONYMOUS,
        response: answers(200, 'GameList', [401, 404]),
      },
    },
    async (request, reply) => {
      const { params, query, person } = request;
      const found = await games.listOf(params.person, person, searchOf(query), pageOf(query));
      if (!found.ok) return refuse(reply, found.error);
      return { ...found.value, people: await peopleOfGames(core, found.value.games) };
    },
  );
}
