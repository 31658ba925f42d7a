/** Instants are kept as milliseconds since 1970: a third of the room, and they compare as numbers. */
import { instantAt } from '@chessmith/game';

export { epochMsOf as toMs } from '@chessmith/game';

/** The last that a `Date` knows. */
const LAST_MS = 8.64e15;

/** Never throws: a damaged number is a wrong instant of one row, and no reason to show none. */
export const fromMs = (ms: number) => instantAt(Math.min(Math.max(ms, 0), LAST_MS));
