import { type PersonId, parseName } from '@chessmith/people';
import { chessGameService } from '@chessmith/protocol';
import type { Settings } from '@chessmith/service';

/** The setting that stores the name of a player of this contract, who has no token; `_` for a player without a name. */
export const displayNameKey = (id: PersonId): string => `seed-000:called:${id}`;

/** Names that can be part of a URL path: no lone surrogates, and not only dots. */
const URL_SAFE = /^(?!\.{1,2}$)\P{C}+$/u;

/** The name that such a player gave, if our own rules do not allow it as a person's name; null otherwise. */
export async function contractDisplayName(settings: Settings, id: PersonId): Promise<string | null> {
  const name = (await settings.get(displayNameKey(id))) as string | undefined;
  return name === undefined || name === chessGameService.GUEST_NAME || parseName(name).ok || !URL_SAFE.test(name)
    ? null
    : name;
}
