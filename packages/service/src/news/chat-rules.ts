import { type Game, seatsOf } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { Refusal } from '@chessmith/rules';
import { err, ok, type Result } from '@chessmith/std';
import { refusal } from '../codes.js';
import type { ChatLine, ChatRoom } from '../ports/index.js';
import type { ChatInput } from '../service.js';

const MAX_LENGTH = 500;
// Line breaks, direction marks and other invisible characters could make a line look like another person's. The two
// joiners are allowed: Persian and many emoji need them.
const INVISIBLE = /[^\P{C}\u200c\u200d]/u;
const VISIBLE = /[^\s\u200c\u200d]/;

/** The chat rooms that this person may read. */
export function readableRooms(game: Game, person: PersonId | null): readonly ChatRoom[] {
  if (game.configuration?.chat !== 'separate-rooms') return ['all'];
  if (!isPlayer(game, person)) return ['watchers'];
  // During the game, players do not see what watchers write.
  return game.end === null ? ['players'] : ['players', 'watchers'];
}

/** Checks a chat line and chooses its room. */
export function readChatText(
  game: Game,
  person: PersonId,
  { text, room: wanted }: ChatInput,
): Result<{ readonly room: ChatRoom; readonly text: string }, Refusal> {
  const room = writableRoom(game, person, wanted);
  if (!room.ok) return room;
  const said = readLine(text);
  return said.ok ? ok({ room: room.value, text: said.value }) : said;
}

/**
 * Whether a repeated request means the stored line. Without a room, the line may be in an earlier room of the speaker.
 */
export const isSameLine = (line: ChatLine, { text, room = line.room }: ChatInput): boolean =>
  line.text === text.trim() && line.room === room;

/** The chat room that this person writes to. */
function writableRoom(game: Game, person: PersonId, wanted?: ChatRoom): Result<ChatRoom, Refusal> {
  const setting = game.configuration?.chat ?? 'one-room';
  if (setting === 'off') return err(refusal('chat/off', 'Chat is off in this game.'));
  const own = setting === 'one-room' ? 'all' : isPlayer(game, person) ? 'players' : 'watchers';
  if (wanted === undefined || wanted === own) return ok(own);
  const mayRead = readableRooms(game, person).includes(wanted);
  return mayRead
    ? ok(wanted)
    : err(
        refusal('chat/not-your-room', `You cannot write in that chat room; your chat room is '${own}'.`, { room: own }),
      );
}

/** Whether this person may read a line in this chat room. */
export const mayRead = (game: Game, room: ChatRoom, person: PersonId | null): boolean =>
  readableRooms(game, person).includes(room);

function readLine(text: string): Result<string, Refusal> {
  const line = text.trim();
  const isFit = VISIBLE.test(line) && [...line].length <= MAX_LENGTH && !INVISIBLE.test(line);
  return isFit
    ? ok(line)
    : err(
        refusal('chat/bad-text', `A chat line has 1 to ${MAX_LENGTH} characters, none of them invisible.`, {
          longest: MAX_LENGTH,
        }),
      );
}

const isPlayer = (game: Game, person: PersonId | null): boolean => person !== null && seatsOf(game, person).length > 0;
