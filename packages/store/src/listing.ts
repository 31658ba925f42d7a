import type { GameSearch, Listing } from '@chessmith/service';

export function isUnfinished({ situation }: Listing): boolean {
  return situation !== 'terminated';
}

/** Whether somebody could still sit down. */
export function hasOpenSeat(listing: Listing): boolean {
  return isUnfinished(listing) && (listing.seats.white === null || listing.seats.black === null);
}

export function isFound(listing: Listing, search: GameSearch): boolean {
  const { situations, ruleset, player, hasOpenSeat: open, aliasBegins } = search;
  return (
    (situations === undefined || situations.includes(listing.situation)) &&
    (ruleset === undefined || listing.ruleset === ruleset) &&
    (player === undefined || listing.seats.white === player || listing.seats.black === player) &&
    (open === undefined || hasOpenSeat(listing) === open) &&
    (aliasBegins === undefined || (listing.alias?.startsWith(aliasBegins) ?? false))
  );
}
