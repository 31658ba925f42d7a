import type { PersonId } from '@chessmith/people';
import type { GameSearch, Listing } from '@chessmith/service';

export function isUnfinished({ situation }: Listing): boolean {
  return situation !== 'terminated';
}

/** Whether somebody could still sit down. */
export function hasOpenSeat(listing: Listing): boolean {
  return isUnfinished(listing) && (listing.seats.white === null || listing.seats.black === null);
}

/** Who finds a game among their own after it was listed anew: its people, and who left it while it ran. */
export function peopleAfter(
  known: ReadonlySet<PersonId>,
  before: Listing | undefined,
  after: Listing,
): ReadonlySet<PersonId> {
  const people = new Set(known);
  if (before !== undefined && before.situation !== 'running') for (const id of peopleOf(before)) people.delete(id);
  for (const id of peopleOf(after)) people.add(id);
  return people;
}

const peopleOf = ({ host, seats }: Listing): readonly PersonId[] =>
  [host, seats.white, seats.black].filter((id) => id !== null);

export function isFound(listing: Listing, search: GameSearch): boolean {
  const { situations, ruleset, player, hasOpenSeat: open, aliasBegins, isPrivate } = search;
  return (
    (situations === undefined || situations.includes(listing.situation)) &&
    (ruleset === undefined || listing.ruleset === ruleset) &&
    (player === undefined || listing.seats.white === player || listing.seats.black === player) &&
    (open === undefined || hasOpenSeat(listing) === open) &&
    (aliasBegins === undefined || (listing.alias?.startsWith(aliasBegins) ?? false)) &&
    (isPrivate === undefined || listing.isPrivate === isPrivate)
  );
}
