import type { GameId, Version } from '@chessmith/game';
import type { ListedGame, Listing } from '@chessmith/service';
import { fromMs, toMs } from './instants.js';
import type { GameRow, ListingHead, ListingRow, ListingTail } from './messages.js';

export const listingRow = (listing: Listing): ListingRow => ({ ...listingHead(listing), ...listingTail(listing) });

export function listingHead(listing: Listing): ListingHead {
  const { situation, ruleset, isPrivate, host, seats, alias, joinCode, createdAt } = listing;
  return {
    situation,
    ruleset,
    is_private: isPrivate ? 1 : 0,
    host,
    white: seats.white,
    black: seats.black,
    alias,
    join_code: joinCode,
    created_at: toMs(createdAt),
  };
}

export function listingTail({ lastActivityAt, deadline, summary }: Listing): ListingTail {
  return {
    active_at: toMs(lastActivityAt),
    deadline: deadline === null ? null : toMs(deadline),
    summary: JSON.stringify(summary),
  };
}

export function listedGame(row: GameRow): ListedGame {
  return {
    game: row.id as GameId,
    version: row.version as Version,
    situation: row.situation as Listing['situation'],
    ruleset: row.ruleset,
    isPrivate: row.is_private === 1,
    host: row.host as Listing['host'],
    seats: { white: row.white, black: row.black } as Listing['seats'],
    alias: row.alias,
    joinCode: row.join_code,
    createdAt: fromMs(row.created_at),
    lastActivityAt: fromMs(row.active_at),
    deadline: row.deadline === null ? null : fromMs(row.deadline),
    summary: JSON.parse(row.summary),
  };
}
