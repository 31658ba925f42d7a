import { type PersonId, parseName } from '@chessmith/people';
import { chessGameService } from '@chessmith/protocol';
import type { Settings } from '@chessmith/service';

/** The setting with the name of a player of the Chess Game Service API, who has no token; `_` for one without a name. */
export const calledBy = (id: PersonId): string => `seed-000:called:${id}`;

/** What can be said in an address: half characters cannot, and dots alone mean a folder. */
const SAYABLE = /^(?!\.{1,2}$)\P{C}+$/u;

/**
 * What that player is called elsewhere, where other names are possible than here; null for one who said nothing, or a
 * name that is possible here too, which the person then has.
 */
export async function calledElsewhere(settings: Settings, id: PersonId): Promise<string | null> {
  const name = (await settings.get(calledBy(id))) as string | undefined;
  return name === undefined || name === chessGameService.GUEST_NAME || parseName(name).ok || !SAYABLE.test(name)
    ? null
    : name;
}
