import { elapsedMs, type GameId, type Instant, type Sides, seatsOf } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { Color } from '@chessmith/rules';
import type { LiveGame } from '../games/live-game.js';
import type { LiveGames } from '../games/live-games.js';
import type { Online } from '../people/online.js';
import type { Presence, PresenceHandle } from '../service.js';
import type { Time } from '../time.js';

/** Who is here. It is known only to this process and gone with it. */
export type PresenceTracker = {
  attend(live: LiveGame, person: PersonId | null): PresenceHandle;
  present(game: GameId): Presence;
  /** This player has just given a sign of life. */
  notice(game: GameId, person: PersonId): void;
  isAttended(game: GameId): boolean;
  /** For how long each player has given no sign of life; 0 for one who is here. */
  absence(live: LiveGame, now: Instant): Sides<number>;
};

const DAY_MS = 86_400_000;
const NOT_AWAY: Sides<number> = { white: 0, black: 0 };
const NOBODY: ReadonlyMap<number, PersonId | null> = new Map();

export function openPresence(around: {
  readonly time: Time;
  readonly online: Online;
  inMemory(id: GameId): LiveGame | undefined;
  /** Called when somebody has come or gone. */
  changed(game: GameId): void;
  /** Called when the last person has left a game. */
  left(game: GameId): void;
  tidy: LiveGames['tidy'];
}): PresenceTracker {
  const { time, online, inMemory, changed, left, tidy } = around;
  const here = new Map<GameId, Map<number, PersonId | null>>();
  let numbers = 0;

  const isHere = (game: GameId, person: PersonId): boolean => [...(here.get(game) ?? NOBODY).values()].includes(person);

  function absence(live: LiveGame, now: Instant): Sides<number> {
    const ofSide = (color: Color): number => {
      const person = live.game.seats[color];
      if (person === null || isHere(live.id, person)) return 0;
      return elapsedMs(latest(live.seen.get(person) ?? lastSign(live), live.game.startedAt), now);
    };
    return { white: ofSide('white'), black: ofSide('black') };
  }

  function leave(game: GameId, number: number): void {
    const people = here.get(game);
    const person = people?.get(number);
    if (!people?.delete(number)) return;
    if (people.size === 0) {
      here.delete(game);
      left(game);
    }
    const live = inMemory(game);
    if (person) live?.seen.set(person, time.now());
    changed(game);
    if (live !== undefined) tidy(live);
  }

  return {
    attend({ id: game }, person) {
      const number = ++numbers;
      const connection = person === null ? null : online.connect(person);
      const people = here.get(game) ?? new Map<number, PersonId | null>();
      here.set(game, people.set(number, person));
      changed(game);
      return {
        leave() {
          connection?.close();
          leave(game, number);
        },
      };
    },
    present(game) {
      const people = [...(here.get(game) ?? NOBODY).values()];
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
    notice(game, person) {
      const live = inMemory(game);
      if (live !== undefined && seatsOf(live.game, person).length > 0) live.seen.set(person, time.now());
    },
    isAttended: (game) => here.has(game),
    absence,
  };
}

/** Nobody was away from a game that had not started. */
const latest = (seen: Instant, startedAt: Instant | null): Instant =>
  startedAt !== null && startedAt > seen ? startedAt : seen;

/** Of somebody not seen by this process: since it knows the game, or, where patience lasts for days, since the turn began. */
const lastSign = ({ game, loadedAt }: LiveGame): Instant =>
  (game.configuration?.abandonedAfterMs ?? 0) >= DAY_MS ? (game.turnSince ?? loadedAt) : loadedAt;
