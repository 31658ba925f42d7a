import { epochMsOf, type GameId, instantAt, isWaiting } from '@chessmith/game';
import type { FactSubscriber } from '../facts/subscribers.js';
import type { Online } from '../people/online.js';
import type { Directory, ListedGame } from '../ports/index.js';
import type { Time } from '../time.js';
import type { GameSummary } from './listing.js';

/** For how long people count as here after a request or a lost connection. */
export const ONLINE_MS = 60_000;
/** For how long a game waits in which nobody has to be here to play. */
const SLOW_WAITING_MS = 14 * 86_400_000;
/** Beyond so many, the games that were left longest ago are forgotten. */
const MAX_REMEMBERED = 10_000;

/** Games that wait for players: which of them are shown to others, and when they are cancelled. */
export type WaitingGames = FactSubscriber & {
  /**
   * Whether lists show this game and strangers are sent to it. A game in real time that waits is shown only while the
   * players who sit there, or else its host, are here, or somebody is connected to it.
   */
  isListed(game: ListedGame): boolean;
  /** Stores when to look again at a game that goes on waiting; false for any other. */
  postpone(game: GameId): Promise<boolean>;
  /** Call this when the last person has left a game that waits, or may be waiting. */
  onEmpty(game: GameId): void;
};

export function watchWaitingGames(deps: {
  readonly directory: Directory;
  readonly online: Online;
  readonly time: Time;
  /** How long a game in real time waits for people who are gone. */
  readonly waitingMs: number;
  isAnyonePresent(game: GameId): boolean;
}): WaitingGames {
  const { directory, online, time, waitingMs, isAnyonePresent } = deps;
  const startedMs = time.nowMs();
  const rememberMs = Math.max(ONLINE_MS, waitingMs);
  // Games that wait, left by everybody; the one that was left longest ago comes first.
  const leftMs = new Map<GameId, number>();

  /** When somebody was last here for whom the game waits; never before this process started. */
  function lastHereMs({ game, host, seats, lastActivityAt }: ListedGame): number {
    if (isAnyonePresent(game)) return time.nowMs();
    const seated = [seats.white, seats.black].filter((person) => person !== null);
    const people = seated.length > 0 || host === null ? seated : [host];
    return Math.max(startedMs, epochMsOf(lastActivityAt), leftMs.get(game) ?? 0, ...people.map(online.lastSeenMs));
  }

  const cancelAtMs = (listed: ListedGame): number =>
    isRealTime(listed) ? lastHereMs(listed) + waitingMs : epochMsOf(listed.lastActivityAt) + SLOW_WAITING_MS;

  return {
    name: 'waiting games',
    onFact({ id, after }) {
      if (!isWaiting(after)) leftMs.delete(id);
    },
    onEmpty(game) {
      leftMs.delete(game);
      leftMs.set(game, time.nowMs());
      for (const [other, atMs] of leftMs) {
        if (leftMs.size <= MAX_REMEMBERED && atMs + rememberMs >= time.nowMs()) break;
        leftMs.delete(other);
      }
    },
    isListed: (listed) => !isWaiting(listed) || !isRealTime(listed) || time.nowMs() - lastHereMs(listed) <= ONLINE_MS,
    async postpone(game) {
      const listed = await directory.game(game);
      if (listed === undefined || !isWaiting(listed)) return false;
      const atMs = cancelAtMs(listed);
      if (atMs <= time.nowMs()) return false;
      await directory.relist(game, listed.version, { ...listed, deadline: instantAt(atMs) });
      return true;
    },
  };
}

/** Adapters make games without a host for players who are connected to them, whatever their clock. */
function isRealTime({ host, summary }: ListedGame): boolean {
  const kind = (summary as unknown as GameSummary).clock?.kind;
  return host === null || kind === 'per-move' || kind === 'per-player';
}
