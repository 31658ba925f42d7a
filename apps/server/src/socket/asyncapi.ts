import { api } from '@chessmith/protocol';
import { chessGameServiceChannel } from '../chess-game-service/asyncapi.js';
import { named } from '../http/named-schemas.js';
import { VERSION } from '../http/openapi.js';
import { capitalized, titled } from '../http/titled-schema.js';

type Frames = { readonly [type: string]: object };

/** What travels on the WebSockets, as an AsyncAPI 3 document made of the very schemas that check the frames. */
export function asyncApi() {
  const message = (type: string) => ({ $ref: `#/channels/socket/messages/${type}` });
  const { yes, no } = { yes: message('yes'), no: message('no') };
  const requests = Object.fromEntries(
    Object.keys(api.CLIENT_FRAMES).map((type) => [
      type,
      {
        action: 'receive',
        channel: CHANNEL,
        messages: [message(type)],
        reply: { channel: CHANNEL, messages: [yes, no] },
      },
    ]),
  );
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Chessmith',
      version: VERSION,
      description: [
        'One text frame, one JSON object. Every request carries a key and is answered once under it, by yes or no.',
        'What creates, commands or says something takes effect once for each key, and is answered alike when it comes again.',
        'Say who you are with `Authorization: Bearer`, by cookie from an allowed page, or by `authenticate`.',
        'A subscription is named by its key. First comes what was missed after a version, or a snapshot, then news.',
        'The answer to `subscribe` tells the id under which `SubscriptionUpdateEvent` lists it among those of everybody.',
        '`ServerErrorUpdateEvent` tells what was refused to you, and only to you, on whichever connection you asked for it.',
        '`UserGames` tells the latest 200 games; `GET /api/people/{person}/games` tells them all, page by page.',
        'The server pings at once and every 15 seconds, and drops whoever does not answer, or reads too slowly. How long an',
        'answer takes is forgiven on the clock with each move: at most half a second in all, and a tenth of a second more with every move.',
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
      tell: { action: 'send', channel: CHANNEL, messages: ['missed', 'snapshot', 'news'].map(message) },
      refuse: { action: 'send', channel: CHANNEL, messages: [no] },
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
/** What frames carry that has a name. */
const NAMED = [api.AnyNews, api.Game, api.PersonalViewSchema, api.Choice, api.Line, api.Presence];

/** Models are called `SubscribeRequest` or `NewsFrame`. */
const messages = (frames: Frames, kind: 'Request' | 'Frame') =>
  Object.fromEntries(
    Object.entries(frames).map(([type, frame]) => [
      type,
      { name: type, payload: titled(named(frame, refer), `${capitalized(type)}${kind}`) },
    ]),
  );
