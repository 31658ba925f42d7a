import type { PersonId } from '@chessmith/people';
import { api } from '@chessmith/protocol';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Core } from '../../core.js';
import { refuse } from '../errors.js';
import { ANONYMOUS, answers } from '../openapi.js';

/** A leaderboard page reads the scores of all players. */
export const RANKING_LIMIT = { rateLimit: { max: 120, timeWindow: 60_000 } };
/** Most ranks in one response. */
export const MOST_RANKS = 1000;

/** Routes of scores and the leaderboard. */
export function scoreRoutes(app: FastifyInstance, { people, scores }: Pick<Core, 'people' | 'scores'>): void {
  const tags = ['people'];
  const security = ANONYMOUS;

  app.get<{ Params: { person: PersonId } }>(
    '/api/people/:person/scores',
    {
      config: RANKING_LIMIT,
      schema: {
        tags,
        summary: 'Show the score of a person, now and after each result',
        description: 'Only people with a name are ranked. `score` is null for people without a name or a result.',
        params: Type.Object({ person: api.PersonIdText }),
        security,
        response: answers(200, 'Scores', [401, 404, 429]),
      },
    },
    async ({ params }, reply) => {
      const person = await people.find(params.person);
      if (!person.ok) return refuse(reply, person.error);
      const [score, history] = [await scores.score(params.person), await scores.history(params.person)];
      return { score: score ?? null, history: history ?? [] };
    },
  );

  app.get<{ Querystring: { first?: number; last?: number } }>(
    '/api/leaderboard',
    {
      config: RANKING_LIMIT,
      schema: {
        tags,
        summary: 'Show the leaderboard, ranked by wins per loss',
        description: `Ranks \`first\` to \`last - 1\`: by default the first hundred, at most ${MOST_RANKS}.`,
        querystring: Type.Object({ first: Type.Optional(api.Rank), last: Type.Optional(api.Rank) }, api.strict),
        security,
        response: answers(200, 'Leaderboard', [401, 422, 429]),
      },
    },
    async ({ query: { first = 1, last } }, reply) => {
      const rows = await scores.leaderboard(first, last === undefined ? last : Math.min(last, first + MOST_RANKS));
      if (rows.ok) return { scores: rows.value };
      const { code, ...facts } = rows.error;
      return refuse(reply, { code, message: '`last` must be greater than `first`.', facts });
    },
  );
}
