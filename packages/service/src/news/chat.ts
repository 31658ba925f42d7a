import type { Refusal } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { KEY_REUSED } from '../codes.js';
import type { LiveGames } from '../games/live-games.js';
import type { Chat, ChatLine } from '../ports/index.js';
import type { ChatInput, Service } from '../service.js';
import type { Time } from '../time.js';
import { type Channels, fleeting } from './channels.js';
import { isSameLine, mayRead, readChatText, roomsToRead } from './chat-rules.js';

const USUAL_LINES = 100;
const MOST_LINES = 500;

/** What people say beside a game, also when it is over. Lines are kept, and told to those who may hear them. */
export function gameChat(around: {
  readonly chat: Chat;
  readonly games: LiveGames;
  readonly channels: Channels;
  readonly time: Time;
}): Pick<Service, 'say' | 'chat'> {
  const { chat, games, channels, time } = around;
  return {
    async say(by, id, wish, { key } = {}) {
      const live = await games.find(id);
      if (!live.ok) return live;
      const { game } = live.value;
      const fit = readChatText(game, by, wish);
      if (!fit.ok) {
        // What is refused now may have been said before, when its speaker had another place.
        const before = key === undefined ? undefined : await chat.said(id, by, key);
        return before === undefined ? fit : repeated(before, wish);
      }
      const saying = { game: id, by, at: time.now(), ...fit.value };
      const { kind, line } = await chat.say(key === undefined ? saying : { ...saying, key });
      if (kind === 'repeated') return repeated(line, wish);
      const news = fleeting('ChatEvent', game.version, line.at, line);
      channels.publish(id, news, (person) => mayRead(live.value.game, line.room, person));
      return ok(line);
    },
    async chat(id, person, { after, limit = USUAL_LINES } = {}) {
      const live = await games.find(id);
      if (!live.ok) return live;
      const rooms = roomsToRead(live.value.game, person);
      const which = { rooms, limit: Math.min(limit, MOST_LINES), ...(after === undefined ? {} : { after }) };
      return ok(await chat.lines(id, which));
    },
  };
}

const repeated = (line: ChatLine, wish: ChatInput): Result<ChatLine, Refusal> =>
  isSameLine(line, wish) ? ok(line) : err(KEY_REUSED);
