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

/** The path parameter and the header of every route about one game. */
export const ofGame = {
  params: Type.Object({ game: api.GameIdText }),
  headers: Type.Object({ 'idempotency-key': Type.Optional(api.Key) }),
};

export function deliveryOf({ headers }: FastifyRequest): Delivery {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? { key } : {};
}

type CommandRoute = {
  readonly path: string;
  readonly summary: string;
  readonly body: Type.TSchema;
  /** Makes the command from a body that has passed its schema. */
  readonly toCommand: (body: never) => GameCommand;
};

const WaitQuery = Type.Object(
  {
    wait: Type.Optional(
      Type.Boolean({ description: 'With `false`, a game that is busy with another command says so (`game/busy`).' }),
    ),
  },
  api.strict,
);

const { ConfigureGame, JoinGame, LeaveGame, PlayMove, Promote, Resign } = api.COMMANDS;

/** The fields of a command without its type, which the path names. */
function fieldsOf({ properties: { type: _, ...fields } }: { readonly properties: Type.TProperties }): Type.TSchema {
  return Type.Object(fields, api.strict);
}

const OFFER_COMMANDS = { offer: 'Offer', accept: 'Accept', decline: 'Decline', withdraw: 'Withdraw' } as const;
const OfferBody = Type.Object(
  { action: api.oneOf('offer', 'accept', 'decline', 'withdraw'), as: Type.Optional(api.Color) },
  api.strict,
);
type OfferBody = { readonly action: keyof typeof OFFER_COMMANDS; readonly as?: 'white' | 'black' };

const offerCommand =
  (what: OfferKind) =>
  ({ action, ...rest }: OfferBody): GameCommand => ({ type: OFFER_COMMANDS[action], what, ...rest });

const EmptyBody = Type.Object({}, api.strict);
const ClaimBody = Type.Object({ what: api.oneOf('draw', 'victory'), as: Type.Optional(api.Color) }, api.strict);
type ClaimBody = { readonly what: 'draw' | 'victory'; readonly as?: 'white' | 'black' };

const ofType =
  (type: GameCommand['type']) =>
  (fields: object): GameCommand =>
    ({ type, ...fields }) as GameCommand;

const COMMAND_ROUTES: readonly CommandRoute[] = [
  {
    path: 'configure',
    summary: 'Configure a game before it starts',
    body: ConfigureGame.properties.options,
    toCommand: configureCommand,
  },
  { path: 'join', summary: 'Join', body: fieldsOf(JoinGame), toCommand: ofType('JoinGame') },
  { path: 'leave', summary: 'Leave your seat', body: fieldsOf(LeaveGame), toCommand: ofType('LeaveGame') },
  { path: 'start', summary: 'Start a game that has no auto-start', body: EmptyBody, toCommand: ofType('StartGame') },
  { path: 'stop', summary: 'Stop your game without a result', body: EmptyBody, toCommand: ofType('StopGame') },
  { path: 'move', summary: 'Play a move', body: fieldsOf(PlayMove), toCommand: ofType('PlayMove') },
  { path: 'promote', summary: 'Choose the promotion piece', body: fieldsOf(Promote), toCommand: ofType('Promote') },
  { path: 'draw', summary: 'Offer a draw, or answer an offer', body: OfferBody, toCommand: offerCommand('draw') },
  {
    path: 'takeback',
    summary: 'Ask for a takeback, or answer a request',
    body: OfferBody,
    toCommand: offerCommand('takeback'),
  },
  {
    path: 'rematch',
    summary: 'Offer a rematch, or answer an offer',
    body: OfferBody,
    toCommand: offerCommand('rematch'),
  },
  { path: 'resign', summary: 'Resign', body: fieldsOf(Resign), toCommand: ofType('Resign') },
  { path: 'abort', summary: 'Abort before both sides have moved', body: EmptyBody, toCommand: ofType('Abort') },
  {
    path: 'claim',
    summary: 'Claim a draw by rule, or the win of an abandoned game',
    body: ClaimBody,
    toCommand: claimCommand,
  },
];

const REFUSED = [401, 403, 404, 409, 413, 415, 422] as const;
/** Moves have no rate limit, and players can always leave. */
const UNLIMITED: ReadonlySet<string> = new Set(['move', 'promote', 'leave']);

/** One route for each command to a game. */
export function commandRoutes(app: FastifyInstance, { games }: Pick<Core, 'games'>): void {
  for (const { path, summary, body, toCommand } of COMMAND_ROUTES) {
    app.post<{ Params: { game: GameId }; Querystring: { wait?: boolean } }>(
      `/api/games/:game/${path}`,
      {
        schema: {
          tags: ['play'],
          summary,
          ...ofGame,
          querystring: WaitQuery,
          body,
          security: AUTHENTICATED,
          response: answers(200, 'CommandReceipt', UNLIMITED.has(path) ? REFUSED : [...REFUSED, 429]),
        },
      },
      async (request, reply) => {
        const me = requirePerson(request, reply);
        if (me === null) return reply;
        const sent = { ...deliveryOf(request), ...request.query };
        const done = await games.command(me, request.params.game, toCommand(request.body as never), sent);
        return done.ok ? done.value : refuse(reply, done.error);
      },
    );
  }
}

function configureCommand(options: Extract<GameCommand, { readonly type: 'ConfigureGame' }>['options']): GameCommand {
  return { type: 'ConfigureGame', options };
}

function claimCommand({ what, ...rest }: ClaimBody): GameCommand {
  return what === 'draw' ? { type: 'ClaimDraw' } : { type: 'ClaimVictory', ...rest };
}
