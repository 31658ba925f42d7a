import type { GameId, OfferKind } from '@chessmith/game';
import { api } from '@chessmith/protocol';
import type { Delivery, GameCommand } from '@chessmith/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Core } from '../../core.js';
import { requirePerson } from '../authentication.js';
import { refuse } from '../errors.js';
import { AUTHENTICATED, answers } from '../openapi.js';

export const JSON_TEXT = 'application/json; charset=utf-8';

/** What every route about one game has in its address and may have in its headers. */
export const ofGame = {
  params: Type.Object({ game: api.GameIdText }),
  headers: Type.Object({ 'idempotency-key': Type.Optional(api.Key) }),
};

export function deliveryOf({ headers }: FastifyRequest): Delivery {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? { key } : {};
}

type Doing = {
  readonly path: string;
  readonly summary: string;
  readonly body: Type.TSchema;
  /** The order that a body means, which has already been checked. */
  readonly order: (body: never) => GameCommand;
};

const Waiting = Type.Object(
  {
    wait: Type.Optional(
      Type.Boolean({ description: 'With `false`, a game that is busy with another command says so (`game/busy`).' }),
    ),
  },
  api.strict,
);

const { ConfigureGame, JoinGame, LeaveGame, PlayMove, Promote, Resign } = api.COMMANDS;

/** The fields of an order without its type, which the address says. */
function fieldsOf({ properties: { type: _, ...fields } }: { readonly properties: Type.TProperties }): Type.TSchema {
  return Type.Object(fields, api.strict);
}

const ANSWERS = { offer: 'Offer', accept: 'Accept', decline: 'Decline', withdraw: 'Withdraw' } as const;
const Answering = Type.Object(
  { answer: api.oneOf('offer', 'accept', 'decline', 'withdraw'), as: Type.Optional(api.Color) },
  api.strict,
);
type Answering = { readonly answer: keyof typeof ANSWERS; readonly as?: 'white' | 'black' };

const about =
  (what: OfferKind) =>
  ({ answer, ...rest }: Answering): GameCommand => ({ type: ANSWERS[answer], what, ...rest });

const Nothing = Type.Object({}, api.strict);
const Claiming = Type.Object({ what: api.oneOf('draw', 'victory'), as: Type.Optional(api.Color) }, api.strict);
type Claiming = { readonly what: 'draw' | 'victory'; readonly as?: 'white' | 'black' };

const plain =
  (type: GameCommand['type']) =>
  (fields: object): GameCommand =>
    ({ type, ...fields }) as GameCommand;

const DOINGS: readonly Doing[] = [
  { path: 'configure', summary: 'Say what is played', body: ConfigureGame.properties.wish, order: configuring },
  { path: 'join', summary: 'Sit down', body: fieldsOf(JoinGame), order: plain('JoinGame') },
  { path: 'leave', summary: 'Stand up', body: fieldsOf(LeaveGame), order: plain('LeaveGame') },
  { path: 'start', summary: 'Start a game that does not start by itself', body: Nothing, order: plain('StartGame') },
  { path: 'stop', summary: 'Stop a game of yours without a result', body: Nothing, order: plain('StopGame') },
  { path: 'move', summary: 'Move', body: fieldsOf(PlayMove), order: plain('PlayMove') },
  {
    path: 'promote',
    summary: 'Choose a role',
    body: fieldsOf(Promote),
    order: plain('Promote'),
  },
  { path: 'draw', summary: 'Offer a draw, or answer an offer', body: Answering, order: about('draw') },
  { path: 'takeback', summary: 'Ask to take back, or answer', body: Answering, order: about('takeback') },
  { path: 'rematch', summary: 'Offer a rematch, or answer', body: Answering, order: about('rematch') },
  { path: 'resign', summary: 'Resign', body: fieldsOf(Resign), order: plain('Resign') },
  { path: 'abort', summary: 'End it before both have moved', body: Nothing, order: plain('Abort') },
  { path: 'claim', summary: 'Claim a draw by rule, or a game that was left', body: Claiming, order: claiming },
];

const REFUSED = [401, 403, 404, 409, 413, 415, 422] as const;
/** Moves are never too many. */
const UNLIMITED: ReadonlySet<string> = new Set(['move', 'promote']);

/** One route for every order to a game. */
export function commandRoutes(app: FastifyInstance, { service }: Core): void {
  for (const { path, summary, body, order } of DOINGS) {
    app.post<{ Params: { game: GameId }; Querystring: { wait?: boolean } }>(
      `/api/games/:game/${path}`,
      {
        schema: {
          tags: ['play'],
          summary,
          ...ofGame,
          querystring: Waiting,
          body,
          security: AUTHENTICATED,
          response: answers(200, 'Accepted', UNLIMITED.has(path) ? REFUSED : [...REFUSED, 429]),
        },
      },
      async (request, reply) => {
        const me = requirePerson(request, reply);
        if (me === null) return reply;
        const sent = { ...deliveryOf(request), ...request.query };
        const done = await service.command(me, request.params.game, order(request.body as never), sent);
        return done.ok ? done.value : refuse(reply, done.error);
      },
    );
  }
}

function configuring(wish: Extract<GameCommand, { readonly type: 'ConfigureGame' }>['wish']): GameCommand {
  return { type: 'ConfigureGame', wish };
}

function claiming({ what, ...rest }: Claiming): GameCommand {
  return what === 'draw' ? { type: 'ClaimDraw' } : { type: 'ClaimVictory', ...rest };
}
