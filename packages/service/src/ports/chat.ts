import type { PersonId } from '@chessmith/people';
import type { GameId, Instant } from './listed-situation.js';

/** What people say beside a game. It is no part of its facts and outlives its end. */
export interface Chat {
  /**
   * Keeps the line and numbers it; numbers rise within a game, over all its rooms. Under a key that this person has used
   * in this game before nothing is kept, and the line of then is given.
   */
  say(line: NewChatLine): Promise<ChatAppended>;
  /** The line that this person has said in this game under this key. */
  said(game: GameId, by: PersonId, key: string): Promise<ChatLine | undefined>;
  /** The newest lines of these rooms, oldest of them first. */
  lines(game: GameId, which: ChatLineFilter): Promise<readonly ChatLine[]>;
  /** Takes a line away, and its key with it; its number is not used again. */
  remove(game: GameId, number: number): Promise<void>;
}

export const CHAT_ROOMS = ['all', 'players', 'watchers'] as const;
export type ChatRoom = (typeof CHAT_ROOMS)[number];

export type ChatLine = {
  readonly game: GameId;
  readonly room: ChatRoom;
  readonly number: number;
  /** Null for somebody who was forgotten, and for the server. */
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
