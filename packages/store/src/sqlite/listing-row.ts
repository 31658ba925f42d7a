import type { GameId, Version } from '@chessmith/game';
import type { ListedGame, Listing } from '@chessmith/service';
import { fromMs, toMs } from './instants.js';
import type { ListingRow } from './messages.js';

export type GameRow = ListingRow & { readonly n: number; readonly id: string; readonly version: number };

export function listingRow(listing: Listing): ListingRow {
  const { situation, ruleset, isPrivate, host, seats, alias, joinCode, deadline } = listing;
  return {
    situation,
    ruleset,
    is_private: isPrivate ? 1 : 0,
    host,
    white: seats.white,
    black: seats.black,
    alias,
    join_code: joinCode,
    created_at: toMs(listing.createdAt),
    active_at: toMs(listing.lastActivityAt),
    deadline: deadline === null ? null : toMs(deadline),
    summary: JSON.stringify(listing.summary),
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
