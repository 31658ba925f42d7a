import { api } from '@chessmith/protocol';
import { chessGameServiceChannel } from '../chess-game-service/asyncapi.js';
import { named } from '../http/named-schemas.js';
import { VERSION } from '../http/openapi.js';
import { capitalized, titled } from '../http/titled-schema.js';

type Frames = { readonly [type: string]: object };

/** The AsyncAPI 3 document of the WebSockets, made from the schemas that validate frames. */
export function asyncApi() {
  const message = (type: string) => ({ $ref: `#/channels/socket/messages/${type}` });
  const replies = [message('result'), message('error')];
  const requests = Object.fromEntries(
    Object.keys(api.CLIENT_FRAMES).map((type) => [
      type,
      {
        action: 'receive',
        channel: CHANNEL,
        messages: [message(type)],
        reply: { channel: CHANNEL, messages: replies },
      },
    ]),
  );
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Chessmith',
      version: VERSION,
      description: [
        'Each text frame is one JSON object. Every request carries a key and gets one `result` or `error` with that key.',
        '`create`, `command` and `say` take effect once per key; a repeated request gets the same answer.',
        'Authenticate with `Authorization: Bearer`, with the cookie from an allowed origin, or with an `authenticate` frame.',
        'The key of `subscribe` names the subscription. The server sends the missed news after a version, or a snapshot, and then news.',
        'The result of `subscribe` has the id under which `SubscriptionUpdateEvent` lists the subscription.',
        '`ServerErrorUpdateEvent` repeats the refusals of your own requests, from all your connections.',
        '`UserGames` lists the latest 200 games; `GET /api/people/{person}/games` pages through all of them.',
        'The server pings at once and then every 15 seconds, and closes connections that do not answer or that read too slowly.',
        'Clocks compensate network lag: a budget of half a second per game, which grows by a tenth of a second with every move.',
      ].join(' '),
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    channels: {
      socket: {
        address: '/api/socket',
        messages: {
          ...messages(api.CLIENT_FRAMES, 'Request'),
          ...messages(api.SERVER_FRAMES, 'Frame'),
        },
      },
      ...chessGameServiceChannel.channels,
    },
    operations: {
      ...chessGameServiceChannel.operations,
      ...requests,
      welcome: { action: 'send', channel: CHANNEL, messages: [message('welcome')] },
      publish: { action: 'send', channel: CHANNEL, messages: ['missed', 'snapshot', 'news'].map(message) },
      refuse: { action: 'send', channel: CHANNEL, messages: [message('error')] },
    },
    components: {
      schemas: Object.fromEntries(
        NAMED.map((schema) => [idOf(schema), { ...titled(named(schema, refer), idOf(schema)), $id: undefined }]),
      ),
    },
  };
}

const CHANNEL = { $ref: '#/channels/socket' };
const refer = (id: string): string => `#/components/schemas/${id}`;
const idOf = (schema: object): string => (schema as { readonly $id: string }).$id;
/** Named schemas in frames. */
const NAMED = [api.AnyNews, api.Game, api.PersonalViewSchema, api.Choice, api.ChatLine, api.Presence, api.Problem];

/** Names models such as `SubscribeRequest` and `NewsFrame`. */
const messages = (frames: Frames, kind: 'Request' | 'Frame') =>
  Object.fromEntries(
    Object.entries(frames).map(([type, frame]) => [
      type,
      { name: type, payload: titled(named(frame, refer), `${capitalized(type)}${kind}`) },
    ]),
  );
