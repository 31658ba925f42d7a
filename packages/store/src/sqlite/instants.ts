/** Instants are kept as milliseconds since 1970: a third of the room, and they compare as numbers. */
export { epochMsOf as toMs, instantAt as fromMs } from '@chessmith/game';
