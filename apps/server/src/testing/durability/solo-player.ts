import type { GameId, PersonId } from '@chessmith/game';
import type { CommandReceipt, GameCommand } from '@chessmith/service';
import { restClient } from './rest-client.js';
import { serverAddress } from './server-address.js';
import { socketClient } from './socket-client.js';
import type { Answer, TestClient } from './test-client.js';

/** Knights move back and forth three times between two pawn moves, so that no position occurs five times. */
const KNIGHTS = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
const PAWNS = ['23 76', '34 65'].flatMap((steps) =>
  [...'abcdeh'].map((file) => steps.split(' ').map((step) => `${file}${step[0]}${file}${step[1]}`)),
);
const MOVES = PAWNS.flatMap((pair) => [...KNIGHTS, ...KNIGHTS, ...KNIGHTS, ...pair]);

/** A player of both sides who records every answer. */
export type SoloPlayer = {
  readonly id: PersonId;
  readonly game: GameId;
  readonly rest: TestClient;
  readonly socket: TestClient;
  /** Sends the next move over one of the clients. The next call repeats an unacknowledged move with the same key. */
  move(client?: TestClient): Promise<Answer | null>;
  /** The number of acknowledged moves. */
  acknowledged(): number;
  /** Continues at another address. */
  moveTo(address: string): void;
  close(): void;
};

/** Creates a hot-seat game of at most 168 moves. */
export async function openSoloPlayer(address: string, options: object = {}): Promise<SoloPlayer> {
  const response = await fetch(`${address}/api/guests`, { method: 'POST' });
  const { token, person } = (await response.json()) as { token: string; person: { id: PersonId } };
  const server = serverAddress();
  server.set(address);
  const [rest, socket] = [restClient(server, token), socketClient(server, token)];
  // With the FIDE profile a repetition must be claimed.
  const made = await rest.create({ side: 'both', hotSeat: true, setup: { profile: 'fide' }, ...options }, 'first');
  if (made === null || !made.ok) throw new Error(`could not create a game: ${JSON.stringify(made)}`);
  const { game } = made.answer as CommandReceipt;
  let acknowledged = 0;
  return {
    id: person.id,
    game,
    rest,
    socket,
    async move(client = rest) {
      const command: GameCommand = { type: 'PlayMove', move: MOVES[acknowledged]! };
      const answer = await client.command(game, command, `move-${acknowledged}`);
      if (answer?.ok) acknowledged += 1;
      return answer;
    },
    acknowledged: () => acknowledged,
    moveTo: server.set,
    close: socket.close,
  };
}
