import type { api } from '@chessmith/protocol';
import { COLORS, type Color, opposite } from '@chessmith/rules';

/** The people who have the game open. */
export type Presence = api.ResponseOf<'Presence'>;

/** Whether this player is known to be away. */
export const isAwayFrom = (presence: Presence | null, person: string | null): boolean =>
  presence !== null && person !== null && !presence.people.includes(person);

/** Shorter absences, such as a page reload, are not shown. */
const NOTICED_AFTER_MS = 5000;

/**
 * Milliseconds until the player on this seat can claim the win because the opponent is away. Null if the opponent is here or left only
 * a moment ago, if absence does not lose this game, or if the game can still be aborted. `passedMs` is the age of the presence.
 */
export function winClaimableInMs(
  presence: Presence | null,
  view: Pick<api.GameView, 'situation' | 'seats' | 'yours' | 'configuration' | 'moves'>,
  seat: Color,
  passedMs: number,
): number | null {
  const { situation, seats, yours, configuration } = view;
  const afterMs = configuration?.abandonedAfterMs;
  if (presence === null || situation !== 'running' || yours.length !== 1 || typeof afterMs !== 'number') return null;
  if (!haveBothMoved(view)) return null;
  const opponent = opposite(seat);
  const awayMs = presence.awayMs[opponent] + passedMs;
  if (!isAwayFrom(presence, seats[opponent]) || awayMs < NOTICED_AFTER_MS) return null;
  return Math.max(0, afterMs - awayMs);
}

/** Before that, a game is aborted instead of resigned or claimed. */
export const haveBothMoved = ({ moves }: Pick<api.GameView, 'moves'>): boolean =>
  COLORS.every((color) => moves.some((move) => move.color === color));

/** The number of watchers besides the reader. A watcher may have joined since the server counted, so players are left out here. */
export function watchersOf(
  presence: Presence | null,
  { seats }: Pick<api.GameView, 'seats'>,
  reader: string | undefined,
): number {
  if (presence === null) return 0;
  const seated = new Set<string | null | undefined>([seats.white, seats.black]);
  // A player of both seats is one person.
  const isAlone = seats.white !== null && seats.white === seats.black;
  const players = isAlone ? Number(presence.white || presence.black) : Number(presence.white) + Number(presence.black);
  const leftOut = presence.people.filter((person) => seated.has(person) || person === reader);
  return Math.max(0, presence.watchers + players - leftOut.length);
}
