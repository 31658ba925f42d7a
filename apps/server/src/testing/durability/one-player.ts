import type { GameId, PersonId } from '@chessmith/game';
import type { CommandReceipt, GameCommand } from '@chessmith/service';
import { byRest } from './by-rest.js';
import { bySocket } from './by-socket.js';
import { openVenue } from './venue.js';
import type { Said, Way } from './way.js';

/** Knights come and go, three times between two steps of pawns, so that no position occurs five times. */
const KNIGHTS = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
const PAWNS = ['23 76', '34 65'].flatMap((steps) =>
  [...'abcdeh'].map((file) => steps.split(' ').map((step) => `${file}${step[0]}${file}${step[1]}`)),
);
const LINE = PAWNS.flatMap((pair) => [...KNIGHTS, ...KNIGHTS, ...KNIGHTS, ...pair]);

/** Somebody who plays alone, both sides, and knows every answer. */
export type OnePlayer = {
  readonly id: PersonId;
  readonly game: GameId;
  readonly rest: Way;
  readonly socket: Way;
  /** Moves once over one of the ways. What was not accepted is tried again by the next call, under the same key. */
  move(way?: Way): Promise<Said | null>;
  /** How many moves were acknowledged. */
  acknowledged(): number;
  /** Goes on at another address. */
  moveTo(address: string): void;
  close(): void;
};

/** Sits down alone for a game of at most 168 moves. */
export async function openOnePlayer(address: string, options: object = {}): Promise<OnePlayer> {
  const response = await fetch(`${address}/api/guests`, { method: 'POST' });
  const { token, person } = (await response.json()) as { token: string; person: { id: PersonId } };
  const venue = openVenue();
  venue.opens(address);
  const [rest, socket] = [byRest(venue, token), bySocket(venue, token)];
  // With the profile of FIDE a repetition has to be claimed.
  const made = await rest.create({ side: 'both', hotSeat: true, setup: { profile: 'fide' }, ...options }, 'first');
  if (made === null || !made.ok) throw new Error(`no game could be made: ${JSON.stringify(made)}`);
  const { game } = made.answer as CommandReceipt;
  let acknowledged = 0;
  return {
    id: person.id,
    game,
    rest,
    socket,
    async move(way = rest) {
      const order: GameCommand = { type: 'PlayMove', move: LINE[acknowledged]! };
      const said = await way.command(game, order, `move-${acknowledged}`);
      if (said?.ok) acknowledged += 1;
      return said;
    },
    acknowledged: () => acknowledged,
    moveTo: venue.opens,
    close: socket.close,
  };
}
