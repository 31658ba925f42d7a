import type { Score } from '@chessmith/people';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Core } from '../core.js';
import { MOST_RANKS, RANKING_LIMIT } from '../http/routes/scores.js';
import { contractErrorSchemas } from './contract-errors.js';

const score = {
  insertion: Type.Object({ $date: Type.String() }),
  rank: Type.Integer(),
  wins: Type.Integer(),
  losses: Type.Integer(),
  ratio: Type.Number(),
};
const One = Type.Object({ score: Type.Object(score) }, { description: 'A score.' });
const Many = Type.Object({ scores: Type.Array(Type.Object(score)) }, { description: 'Scores, oldest first.' });
const Board = Type.Object(
  { scores: Type.Array(Type.Object({ username: Type.String(), ...score })) },
  { description: 'Scores, best first.' },
);

const tags = ['Chess Game Service API'];
const security = [{}];
const params = Type.Object({ name: Type.String() });
const ONE_NAME = 'A name has the results of everybody who has it now.';
const BAD_RANGE = 'Last queried element of the leaderboard must be strictly greater than the first queried element.';

/** The contract's statistics service. Scores come only from games; clients cannot write them. */
export function gameServiceScoreRoutes(app: FastifyInstance, { scores, clock }: Core): void {
  app.get<{ Params: { name: string } }>(
    '/score/:name',
    {
      config: RANKING_LIMIT,
      schema: {
        tags,
        summary: 'Show the score of a name',
        description: ONE_NAME,
        params,
        security,
        response: { 200: One, ...contractErrorSchemas(404, 429) },
      },
    },
    async ({ params: { name } }, reply) => {
      const found = await scores.byName.score(name);
      return found ? { score: contractScore(found, clock.now()) } : unknown(reply, name);
    },
  );

  app.get<{ Params: { name: string } }>(
    '/score/history/:name',
    {
      config: RANKING_LIMIT,
      schema: {
        tags,
        summary: 'Show the scores of a name after each result',
        description: `Oldest first, followed by the current score. ${ONE_NAME}`,
        params,
        security,
        response: { 200: Many, ...contractErrorSchemas(404, 429) },
      },
    },
    async ({ params: { name } }, reply) => {
      const [now, history] = [await scores.byName.score(name), await scores.byName.history(name)];
      if (!now || !history) return unknown(reply, name);
      return { scores: [...history.map((then) => contractScore(then, then.at)), contractScore(now, clock.now())] };
    },
  );

  app.get<{ Querystring: { first?: string; last?: string } }>(
    '/leaderboard',
    {
      config: RANKING_LIMIT,
      schema: {
        tags,
        summary: 'Show the leaderboard, ranked by wins per loss',
        description: `${ONE_NAME} Ranks \`first\` to \`last - 1\`, at most ${MOST_RANKS}. Values that are not numbers are ignored.`,
        querystring: Type.Object({ first: Type.Optional(Type.String()), last: Type.Optional(Type.String()) }),
        security,
        response: { 200: Board, ...contractErrorSchemas(400, 429) },
      },
    },
    async ({ query }, reply) => {
      const first = whole(query.first) ?? 1;
      const last = Math.min(whole(query.last) ?? first + 100, first + MOST_RANKS);
      const rows = await scores.byName.leaderboard(first, last);
      if (!rows.ok) return reply.code(400).send({ type: 'MalformedInputException', message: BAD_RANGE });
      const now = clock.now();
      return { scores: rows.value.map(({ name, ...row }) => ({ username: name, ...contractScore(row, now) })) };
    },
  );
}

const contractScore = ({ rank, wins, losses, ratio }: Score, at: string) => ({
  insertion: { $date: at },
  rank,
  wins,
  losses,
  ratio,
});

const unknown = (reply: FastifyReply, name: string): FastifyReply =>
  reply.code(404).send({ type: 'UserNotFoundException', message: `User '${name}' not found.` });

const whole = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
