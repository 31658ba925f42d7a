/** The database stores instants as milliseconds since 1970: a third of the size of text, and numbers compare. */
import { instantAt } from '@chessmith/game';

export { epochMsOf as toMs } from '@chessmith/game';

/** The maximum of a `Date`. */
const MAX_MS = 8.64e15;

/** Never throws: a corrupt number gives one row a wrong instant, and must not hide the other rows. */
export const fromMs = (ms: number) => instantAt(Math.min(Math.max(ms, 0), MAX_MS));
