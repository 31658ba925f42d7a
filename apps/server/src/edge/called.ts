import { type PersonId, parseName } from '@chessmith/people';
import type { Settings } from '@chessmith/service';

/** Where it is noted how a nameless player of seed 000's contract wishes to be called. */
export const calledBy = (id: PersonId): string => `seed-000:called:${id}`;

/** What can be said in an address: half characters cannot, and dots alone mean a folder. */
const SAYABLE = /^(?!\.{1,2}$)\P{C}+$/u;

/**
 * What that player is called elsewhere, where other names are possible than here; null for one who said nothing, or a
 * name that somebody of ours has or could have.
 */
export async function calledElsewhere(settings: Settings, id: PersonId): Promise<string | null> {
  const name = (await settings.get(calledBy(id))) as string | undefined;
  return name === undefined || parseName(name).ok || !SAYABLE.test(name) ? null : name;
}
