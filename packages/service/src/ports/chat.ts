import type { PersonId } from '@chessmith/people';
import type { GameId, Instant } from './words.js';

/** What people say beside a game. It is no part of its facts and outlives its end. */
export interface Chat {
  /** Keeps the line and numbers it; numbers rise within a game, over all its rooms. */
  say(line: Omit<ChatLine, 'number'>): Promise<ChatLine>;
  /** The newest lines of these rooms, oldest of them first. */
  lines(game: GameId, which: WhichLines): Promise<readonly ChatLine[]>;
  /** Takes a line away; its number is not used again. */
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

export type WhichLines = {
  readonly rooms: readonly ChatRoom[];
  /** Only lines with a higher number. */
  readonly after?: number;
  readonly limit: number;
};
