import type { PersonId } from '@chessmith/people';
import type { GameId, Instant } from './listed-situation.js';

/** Stores the chat lines of games. They are not facts, and stay after the game's end. */
export interface ChatStore {
  /**
   * Stores a line and numbers it; numbers rise within a game, over all its chat rooms. If this person has used the key
   * in this game before, nothing is stored and the earlier line is returned.
   */
  say(line: NewChatLine): Promise<ChatAppended>;
  /** The line of this person in this game under this key. */
  said(game: GameId, by: PersonId, key: string): Promise<ChatLine | undefined>;
  /** The newest lines of these chat rooms, oldest first. */
  lines(game: GameId, which: ChatLineFilter): Promise<readonly ChatLine[]>;
  /** Deletes a line with its key; its number is not used again. */
  remove(game: GameId, number: number): Promise<void>;
}

export const CHAT_ROOMS = ['all', 'players', 'watchers'] as const;
export type ChatRoom = (typeof CHAT_ROOMS)[number];

export type ChatLine = {
  readonly game: GameId;
  readonly room: ChatRoom;
  readonly number: number;
  /** Null for the server, and for a person who was deleted. */
  readonly by: PersonId | null;
  readonly text: string;
  readonly at: Instant;
};

export type NewChatLine = Omit<ChatLine, 'number'> & {
  /** The idempotency key, unique per game and person. */
  readonly key?: string;
};

export type ChatAppended = { readonly kind: 'said' | 'repeated'; readonly line: ChatLine };

export type ChatLineFilter = {
  readonly rooms: readonly ChatRoom[];
  /** Only lines with a higher number. */
  readonly after?: number;
  readonly limit: number;
};
