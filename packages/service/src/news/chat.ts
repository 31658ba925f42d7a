import { ok } from '@chessmith/std';
import type { LiveGames } from '../games/live-games.js';
import type { Chat } from '../ports/index.js';
import type { Service } from '../service.js';
import type { Time } from '../time.js';
import { type Channels, fleeting } from './channels.js';
import { hears, readLine, roomsToRead, roomToSpeak } from './chatting.js';

const USUAL_LINES = 100;
const MOST_LINES = 500;

/** What people say beside a game, also when it is over. Lines are kept, and told to those who may hear them. */
export function openChat(around: {
  readonly chat: Chat;
  readonly games: LiveGames;
  readonly channels: Channels;
  readonly time: Time;
}): Pick<Service, 'say' | 'chat'> {
  const { chat, games, channels, time } = around;
  return {
    async say(by, id, { text, room: wanted }) {
      const live = await games.find(id);
      if (!live.ok) return live;
      const { game } = live.value;
      const room = roomToSpeak(game, by, wanted);
      if (!room.ok) return room;
      const said = readLine(text);
      if (!said.ok) return said;
      const line = await chat.say({ game: id, room: room.value, by, text: said.value, at: time.now() });
      const news = fleeting('ChatEvent', game.version, line.at, line);
      channels.publish(id, news, (person) => hears(live.value.game, line.room, person));
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
