import type { SubscriptionEvent } from '@chessmith/client';
import type { api } from '@chessmith/protocol';
import { listMoves } from '@chessmith/rules';
import { type Random, unwrap } from '@chessmith/std';
import { connectGuest, type Rules } from '../games/clients/guest.js';

/** The result of a move: the time until its player had the response and the opponent the news, or why it failed. */
export type Played = { readonly waitMs: number } | { readonly failure: string };

/** Two players who play one game after the other by the same rules. */
export type Table = {
  /** Plays a random move among those that the server offers; if the game is over, in the next one. */
  move(): Promise<Played>;
  /** How their games ended, as far as known. */
  readonly ends: readonly GameEnd[];
  close(): void;
};

/** Connects two guests and starts their first game. */
export async function openTable(address: string, { id, about }: Rules, random: Random): Promise<Table> {
  const [white, black] = [await connectGuest(address), await connectGuest(address)];
  const players = [white, black];
  const ends: GameEnd[] = [];
  let game = await startGame();

  async function startGame(): Promise<Game> {
    const created = unwrap(await white.client.create({ ruleset: id, side: 'white' }));
    unwrap(await black.client.command(created.game, { type: 'JoinGame' }));
    const waiters = players.map(() => versionWaiter());
    const subscriptions = players.map(({ client }, seat) =>
      client.subscribe({ game: created.game }, waiters[seat]!.onEvent),
    );
    return { id: created.game, waiters, leave: () => subscriptions.forEach((one) => void one.unsubscribe()) };
  }

  return {
    async move() {
      let view = unwrap(await white.client.view(game.id));
      if (view.situation !== 'running') {
        ends.push(view.end!);
        game.leave();
        game = await startGame();
        view = unwrap(await white.client.view(game.id));
      }
      const seat = view.turn === 'white' ? 0 : 1;
      const move = random.pick(listMoves(about as never, view.board!.choices as never));
      const began = performance.now();
      const answer = await players[seat]!.client.command(game.id, { type: 'PlayMove', move });
      if (!answer.ok) return { failure: answer.error.code };
      await game.waiters[1 - seat]!.until(answer.value.version);
      return { waitMs: performance.now() - began };
    },
    ends,
    close() {
      for (const { client } of players) client.close();
    },
  };
}

export type GameEnd = NonNullable<api.GameView['end']>;
type Game = { readonly id: string; readonly waiters: readonly VersionWaiter[]; leave(): void };
type VersionWaiter = { onEvent(event: SubscriptionEvent): void; until(version: number): Promise<void> };

/** Waits until a version of a game was received. */
function versionWaiter(): VersionWaiter {
  let known = 0;
  let wanted = Number.POSITIVE_INFINITY;
  let resolved: () => void = () => undefined;
  return {
    onEvent(event) {
      if (event.kind !== 'refused') known = Math.max(known, event.version);
      if (known >= wanted) resolved();
    },
    until(version) {
      if (known >= version) return Promise.resolve();
      wanted = version;
      return new Promise((resolve) => {
        resolved = resolve;
      });
    },
  };
}
