import { epochMsOf, type GameId, instantAt, isWaiting } from '@chessmith/game';
import type { Online } from '../people/online.js';
import type { Directory, ListedGame } from '../ports/index.js';
import type { Time } from '../time.js';
import type { FactSubscriber } from './fact-subscribers.js';
import type { GameSummary } from './listing.js';

/** How long a person counts as online after a request or a closed connection. */
export const ONLINE_MS = 60_000;
/** How long a game waits whose players need not be online. */
const SLOW_WAITING_MS = 14 * 86_400_000;
/** How many games without visitors are remembered; more entries evict the oldest ones. */
const MAX_REMEMBERED = 10_000;

/** Games that wait for players: which of them lists show, and when they are cancelled. */
export type WaitingGames = FactSubscriber & {
  /**
   * Whether lists show this game and matchmaking offers it. A waiting game in real time is listed only while a seated
   * player is online, or its host if no seat is taken, or somebody is connected to it.
   */
  isListed(game: ListedGame): boolean;
  /**
   * Stores the next deadline of a game that may wait longer. Returns false if it is to be cancelled, or does not wait.
   */
  postpone(game: GameId): Promise<boolean>;
  /** Call this when the last person has left a game that is waiting, or may be. */
  onEmpty(game: GameId): void;
};

export function watchWaitingGames(deps: {
  readonly directory: Directory;
  readonly online: Online;
  readonly time: Time;
  /** How long a game in real time waits for people who are offline. */
  readonly waitingMs: number;
  isAnyonePresent(game: GameId): boolean;
}): WaitingGames {
  const { directory, online, time, waitingMs, isAnyonePresent } = deps;
  const startedMs = time.nowMs();
  const rememberMs = Math.max(ONLINE_MS, waitingMs);
  // When waiting games were left by the last person, the oldest entry first.
  const leftMs = new Map<GameId, number>();

  /** When a person whom the game waits for was last online; never before this process started. */
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

/** A game without a host counts as real time: an adapter created it for players who are connected. */
function isRealTime({ host, summary }: ListedGame): boolean {
  const kind = (summary as unknown as GameSummary).clock?.kind;
  return host === null || kind === 'per-move' || kind === 'per-player';
}
