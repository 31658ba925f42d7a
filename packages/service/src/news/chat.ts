import type { Refusal } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { KEY_REUSED } from '../codes.js';
import type { Chat, ChatInput } from '../facets/chat.js';
import type { LiveGames } from '../games/live-games.js';
import type { ChatLine, ChatStore } from '../ports/index.js';
import type { Time } from '../time.js';
import { type Channels, fleeting } from './channels.js';
import { isSameLine, mayRead, readableRooms, readChatText } from './chat-rules.js';

const DEFAULT_LINES = 100;
const MAX_LINES = 500;

/** The chat of a game, also after its end. Lines are stored and sent to those who may read them. */
export function gameChat(deps: {
  readonly chat: ChatStore;
  readonly games: LiveGames;
  readonly channels: Channels;
  readonly time: Time;
}): Chat {
  const { chat, games, channels, time } = deps;
  return {
    async say(by, id, input, { key } = {}) {
      const live = await games.find(id);
      if (!live.ok) return live;
      const { game } = live.value;
      const read = readChatText(game, by, input);
      if (!read.ok) {
        // A line that is refused now may repeat one from before its speaker changed roles.
        const earlier = key === undefined ? undefined : await chat.said(id, by, key);
        return earlier === undefined ? read : repeated(earlier, input);
      }
      const newLine = { game: id, by, at: time.now(), ...read.value };
      const { kind, line } = await chat.say(key === undefined ? newLine : { ...newLine, key });
      if (kind === 'repeated') return repeated(line, input);
      const news = fleeting('ChatEvent', game.version, line.at, line);
      channels.publish(id, news, (person) => mayRead(live.value.game, line.room, person));
      return ok(line);
    },
    async lines(id, person, { after, limit = DEFAULT_LINES } = {}) {
      const live = await games.find(id);
      if (!live.ok) return live;
      const rooms = readableRooms(live.value.game, person);
      const which = { rooms, limit: Math.min(limit, MAX_LINES), ...(after === undefined ? {} : { after }) };
      return ok(await chat.lines(id, which));
    },
  };
}

const repeated = (line: ChatLine, input: ChatInput): Result<ChatLine, Refusal> =>
  isSameLine(line, input) ? ok(line) : err(KEY_REUSED);
