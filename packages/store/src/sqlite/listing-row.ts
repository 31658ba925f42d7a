import type { GameId, Version } from '@chessmith/game';
import type { ListedGame, Listing } from '@chessmith/service';
import { fromMs, toMs } from './instants.js';
import type { GameRow, ListingHead, ListingRow } from './messages.js';
import { readJson } from './read-json.js';
import { headOf } from './writer-messages.js';

export function listingRow(listing: Listing): ListingRow {
  const { lastActivityAt, deadline, createdAt } = listing;
  return {
    ...columns(listing),
    created_at: toMs(createdAt),
    active_at: toMs(lastActivityAt),
    deadline: deadline === null ? null : toMs(deadline),
    summary: JSON.stringify(listing.summary),
  };
}

/** The part of a listing that moves do not change, as text; see `headOf` in `writer-messages.ts`. */
export const listingHead = (listing: Listing): string => headOf(columns(listing), listing.createdAt);

function columns(listing: Listing): Omit<ListingHead, 'created_at'> {
  const { situation, ruleset, isPrivate, host, seats, alias, joinCode } = listing;
  const is_private = isPrivate ? 1 : 0;
  return { situation, ruleset, is_private, host, white: seats.white, black: seats.black, alias, join_code: joinCode };
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
    ...summaryOf(row),
  };
}

/** An unreadable summary gets version 0, so that readers recompute it: one corrupt game must not hide the others. */
function summaryOf({ summary, summary_version }: GameRow): Pick<ListedGame, 'summary' | 'summaryVersion'> {
  const parsed = readJson(summary);
  return typeof parsed === 'object' && parsed !== null
    ? { summary: parsed, summaryVersion: summary_version as Version }
    : { summary: {}, summaryVersion: 0 as Version };
}
