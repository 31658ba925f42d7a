import { elapsedMs, type GameId, type Instant, type Sides, seatsOf } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { Color } from '@chessmith/rules';
import type { LiveGame } from '../games/live-game.js';
import type { LiveGames } from '../games/live-games.js';
import type { Online } from '../people/online.js';
import type { Presence, PresenceHandle } from '../service.js';
import type { Time } from '../time.js';

/** Tracks who is connected to which game. In memory only, so a restart forgets it. */
export type PresenceTracker = {
  enter(live: LiveGame, person: PersonId | null): PresenceHandle;
  presenceOf(game: GameId): Presence;
  /** Records that this player has just sent a request. */
  touch(game: GameId, person: PersonId): void;
  isAnyonePresent(game: GameId): boolean;
  /** How long each player has been away, in milliseconds; 0 while connected. */
  absence(live: LiveGame, now: Instant): Sides<number>;
};

const DAY_MS = 86_400_000;
const NOT_AWAY: Sides<number> = { white: 0, black: 0 };
const NO_VISITORS: ReadonlyMap<number, PersonId | null> = new Map();

export function trackPresence(deps: {
  readonly time: Time;
  readonly online: Online;
  inMemory(id: GameId): LiveGame | undefined;
  /** Called when somebody has entered or left. */
  changed(game: GameId): void;
  /** Called when the last person has left a game. */
  onEmpty(game: GameId): void;
  tidy: LiveGames['tidy'];
}): PresenceTracker {
  const { time, online, inMemory, changed, onEmpty, tidy } = deps;
  const here = new Map<GameId, Map<number, PersonId | null>>();
  let lastVisit = 0;

  const isHere = (game: GameId, person: PersonId): boolean =>
    [...(here.get(game) ?? NO_VISITORS).values()].includes(person);

  function absence(live: LiveGame, now: Instant): Sides<number> {
    const ofSide = (color: Color): number => {
      const person = live.game.seats[color];
      if (person === null || isHere(live.id, person)) return 0;
      return elapsedMs(latest(live.lastSeen.get(person) ?? presumedSeenAt(live), live.game.startedAt), now);
    };
    return { white: ofSide('white'), black: ofSide('black') };
  }

  function leave(game: GameId, visit: number): void {
    const people = here.get(game);
    const person = people?.get(visit);
    if (!people?.delete(visit)) return;
    if (people.size === 0) {
      here.delete(game);
      onEmpty(game);
    }
    const live = inMemory(game);
    if (person) live?.lastSeen.set(person, time.now());
    changed(game);
    if (live !== undefined) tidy(live);
  }

  return {
    enter({ id: game }, person) {
      const visit = ++lastVisit;
      const connection = person === null ? null : online.connect(person);
      const people = here.get(game) ?? new Map<number, PersonId | null>();
      here.set(game, people.set(visit, person));
      changed(game);
      return {
        leave() {
          connection?.close();
          leave(game, visit);
        },
      };
    },
    presenceOf(game) {
      const people = [...(here.get(game) ?? NO_VISITORS).values()];
      const known = [...new Set(people.filter((person) => person !== null))];
      const live = inMemory(game);
      const seats = live?.game.seats;
      const players = known.filter((person) => seats !== undefined && seatsOf({ seats }, person).length > 0);
      return {
        white: players.includes(seats?.white as PersonId),
        black: players.includes(seats?.black as PersonId),
        watchers: people.filter((person) => person === null).length + known.length - players.length,
        people: known,
        awayMs: live === undefined ? NOT_AWAY : absence(live, time.now()),
      };
    },
    touch(game, person) {
      const live = inMemory(game);
      if (live !== undefined && seatsOf(live.game, person).length > 0) live.lastSeen.set(person, time.now());
    },
    isAnyonePresent: (game) => here.has(game),
    absence,
  };
}

/** Absence counts from the start of the game at the earliest. */
const latest = (seen: Instant, startedAt: Instant | null): Instant =>
  startedAt !== null && startedAt > seen ? startedAt : seen;

/**
 * For a player whom this process has not seen: when it loaded the game, or, if the game allows absences of a day or
 * more, when the turn began.
 */
const presumedSeenAt = ({ game, loadedAt }: LiveGame): Instant =>
  (game.configuration?.abandonedAfterMs ?? 0) >= DAY_MS ? (game.turnSince ?? loadedAt) : loadedAt;
