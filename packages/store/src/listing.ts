import type { PersonId } from '@chessmith/people';
import type { GameSearch, Listing } from '@chessmith/service';

export function isUnfinished({ situation }: Listing): boolean {
  return situation !== 'terminated';
}

/** Whether a player could still join. */
export function hasOpenSeat(listing: Listing): boolean {
  return isUnfinished(listing) && (listing.seats.white === null || listing.seats.black === null);
}

/** The people in whose own lists a game appears after an update: its host and players, and players who left it while it ran. */
export function participantsAfter(
  current: ReadonlySet<PersonId>,
  before: Listing | undefined,
  after: Listing,
): ReadonlySet<PersonId> {
  const participants = new Set(current);
  if (before !== undefined && before.situation !== 'running') {
    for (const id of hostAndPlayers(before)) participants.delete(id);
  }
  for (const id of hostAndPlayers(after)) participants.add(id);
  return participants;
}

const hostAndPlayers = ({ host, seats }: Listing): readonly PersonId[] =>
  [host, seats.white, seats.black].filter((id) => id !== null);

export function matchesSearch(listing: Listing, search: GameSearch): boolean {
  const { situations, ruleset, player, hasOpenSeat: needsOpenSeat, aliasBegins, isPrivate } = search;
  return (
    (situations === undefined || situations.includes(listing.situation)) &&
    (ruleset === undefined || listing.ruleset === ruleset) &&
    (player === undefined || listing.seats.white === player || listing.seats.black === player) &&
    (needsOpenSeat === undefined || hasOpenSeat(listing) === needsOpenSeat) &&
    (aliasBegins === undefined || (listing.alias?.startsWith(aliasBegins) ?? false)) &&
    (isPrivate === undefined || listing.isPrivate === isPrivate)
  );
}
