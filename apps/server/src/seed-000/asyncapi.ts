import { subtreeOf } from '@chessmith/game';
import { Type } from 'typebox';

const METHODS = ['GetState', 'JoinGame', 'FindMoves', 'ApplyMove', 'Promote'] as const;
const CHANNEL = { $ref: '#/channels/seed000' };
const message = (name: string) => ({ $ref: `#/channels/seed000/messages/${name}` });

const oneOf = (words: readonly string[]) => Type.Unsafe<string>({ type: 'string', enum: words });
const envelope = (part: 'input' | 'output') =>
  Type.Object({ methodCall: Type.Object({ method: oneOf(METHODS), [part]: Type.Optional(Type.Object({})) }) });

/** Every event that a connection of seed 000 may hear. */
export const SEED_EVENTS = subtreeOf('ServerStateUpdateEvent').filter((node) => subtreeOf(node).length === 1);

export const SEED_FRAMES = {
  seedCall: envelope('input'),
  seedAnswer: envelope('output'),
  seedEvent: Type.Object({ event: Type.Object({ type: oneOf(SEED_EVENTS), payload: Type.Unknown() }) }),
};

/** Seed 000's raw WebSocket in our AsyncAPI document. */
export const seed000Channel = {
  channels: {
    seed000: {
      address: '/game/connect/{gameId}/websocket',
      description:
        'The contract of seed 000. Failures come to the caller as ServerErrorUpdateEvent; calls have no key.',
      parameters: { gameId: { description: 'The id that POST /game was given or gave.' } },
      messages: Object.fromEntries(Object.entries(SEED_FRAMES).map(([name, payload]) => [name, { name, payload }])),
    },
  },
  operations: {
    seedCall: {
      action: 'receive',
      channel: CHANNEL,
      messages: [message('seedCall')],
      reply: { channel: CHANNEL, messages: [message('seedAnswer')] },
    },
    seedEvent: { action: 'send', channel: CHANNEL, messages: [message('seedEvent')] },
  },
};
