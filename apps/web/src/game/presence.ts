import type { api } from '@chessmith/protocol';
import { COLORS, type Color, opposite } from '@chessmith/rules';

/** Who has the game open. */
export type Presence = api.ResponseOf<'Presence'>;

/** Whether somebody who plays is known not to be here. */
export const isAwayFrom = (presence: Presence | null, person: string | null): boolean =>
  presence !== null && person !== null && !presence.people.includes(person);

/** A page that is loaded again is away for a moment, which nobody has to read about. */
const NOTICED_AFTER_MS = 5000;

/**
 * In how many milliseconds the player on this seat may claim the win, since the opponent is away; null where nobody is,
 * or only for a moment, or nobody loses by it, or the game can still be aborted. `passedMs` is how old the presence is.
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

/** Until then a game is aborted, not resigned or claimed. */
export const haveBothMoved = ({ moves }: Pick<api.GameView, 'moves'>): boolean =>
  COLORS.every((color) => moves.some((move) => move.color === color));

/**
 * How many others look on, besides the reader. Seats may have been taken after the server counted, so those who sit are left
 * out here.
 */
export function watchersOf(
  presence: Presence | null,
  { seats }: Pick<api.GameView, 'seats'>,
  reader: string | undefined,
): number {
  if (presence === null) return 0;
  const seated = new Set<string | null | undefined>([seats.white, seats.black]);
  // Whoever holds both seats is one person.
  const isAlone = seats.white !== null && seats.white === seats.black;
  const players = isAlone ? Number(presence.white || presence.black) : Number(presence.white) + Number(presence.black);
  const leftOut = presence.people.filter((person) => seated.has(person) || person === reader);
  return Math.max(0, presence.watchers + players - leftOut.length);
}
