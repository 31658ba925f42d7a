import type { GameId } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { ChatLine, ChatRoom } from '../ports/index.js';
import type { Delivery } from './games.js';
import type { ServiceResult } from './result.js';

/** The chat of each game. */
export interface Chat {
  /** Adds a chat line. A repeated key returns the line that was stored under it. */
  say(by: PersonId, game: GameId, input: ChatInput, delivery?: Pick<Delivery, 'key'>): ServiceResult<ChatLine>;
  /** The newest lines of the chat rooms that this person may read. */
  lines(
    game: GameId,
    person: PersonId | null,
    which?: { readonly after?: number; readonly limit?: number },
  ): ServiceResult<readonly ChatLine[]>;
}

export type ChatInput = {
  readonly text: string;
  /** Default: the chat room of the speaker's role. */
  readonly room?: ChatRoom;
};
