import { Type } from 'typebox';
import { titled } from '../http/titled-schema.js';
import { EVENTS, METHODS } from './shapes.js';

type Method = { readonly input?: Type.TSchema; readonly output?: Type.TSchema };

const CHANNEL = { $ref: '#/channels/chessGameService' };
const message = (name: string) => ({ $ref: `#/channels/chessGameService/messages/${name}` });

const methods: readonly (readonly [name: string, method: Method])[] = Object.entries(METHODS);
const callOf = (name: string) => name;
const answerOf = (name: string) => `${name}Answer`;

const calls = methods.map(([name, { input }]) => [callOf(name), envelope(name, input && { input })] as const);
const answers = methods.map(([name, { output }]) => [answerOf(name), envelope(name, output && { output })] as const);
const events = Object.entries(EVENTS).map(
  ([type, payload]) => [type, Type.Object({ event: Type.Object({ type: Type.Literal(type), payload }) })] as const,
);

function envelope(name: string, content: Type.TProperties = {}): Type.TSchema {
  return Type.Object({ methodCall: Type.Object({ method: Type.Literal(name), ...content }) });
}

/** The Chess Game Service WebSocket in the AsyncAPI document. */
export const chessGameServiceChannel = {
  channels: {
    chessGameService: {
      address: '/game/connect/{gameId}/websocket',
      description: [
        'The WebSocket of the Chess Game Service API. Calls have no key; the server answers them in order.',
        'A failed call gets a ServerErrorUpdateEvent instead of an answer.',
        'An illegal move is a MalformedInputException. An unknown game is a GameTerminatedException, and the connection is closed (1008).',
      ].join(' '),
      parameters: { gameId: { description: 'The id that POST /game accepted or returned.' } },
      messages: Object.fromEntries(
        [...calls, ...answers, ...events].map(([name, payload]) => [
          name,
          { name, payload: titled(payload, `${name}Message`) },
        ]),
      ),
    },
  },
  operations: {
    ...Object.fromEntries(
      methods.map(([name]) => [
        `chessGameService${name}`,
        {
          action: 'receive',
          channel: CHANNEL,
          messages: [message(callOf(name))],
          reply: { channel: CHANNEL, messages: [message(answerOf(name)), message('ServerErrorUpdateEvent')] },
        },
      ]),
    ),
    chessGameServiceEvent: { action: 'send', channel: CHANNEL, messages: events.map(([type]) => message(type)) },
  },
};
