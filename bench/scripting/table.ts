import type { SubscriptionEvent } from '@chessmith/client';
import type { api } from '@chessmith/protocol';
import { listMoves } from '@chessmith/rules';
import { type Random, unwrap } from '@chessmith/std';
import { arrive, type Rules } from '../games/clients/visitor.js';

/** How a move went: how long it took until its player had the answer and the other one the news, or why it failed. */
export type Played = { readonly waitMs: number } | { readonly failure: string };

/** Two who play one game after the other by the same rules. */
export type Table = {
  /** Plays a move by lot among those that the server offers; where the game is over, in the next one. */
  move(): Promise<Played>;
  /** How their games ended, as far as they have looked. */
  readonly ends: readonly GameEnd[];
  close(): void;
};

/** Two guests come, each with a connection, and sit down. */
export async function openTable(address: string, { id, about }: Rules, random: Random): Promise<Table> {
  const [white, black] = [await arrive(address), await arrive(address)];
  const players = [white, black];
  const ends: GameEnd[] = [];
  let game = await sitDown();

  async function sitDown(): Promise<Game> {
    const created = unwrap(await white.client.create({ ruleset: id, side: 'white' }));
    unwrap(await black.client.command(created.game, { type: 'JoinGame' }));
    const ears = players.map(() => openEar());
    const listening = players.map(({ client }, seat) => client.subscribe({ game: created.game }, ears[seat]!.hear));
    return { id: created.game, ears, leave: () => listening.forEach((one) => void one.unsubscribe()) };
  }

  return {
    async move() {
      let view = unwrap(await white.client.view(game.id));
      if (view.situation !== 'running') {
        ends.push(view.end!);
        game.leave();
        game = await sitDown();
        view = unwrap(await white.client.view(game.id));
      }
      const seat = view.turn === 'white' ? 0 : 1;
      const move = random.pick(listMoves(about as never, view.board!.choices as never));
      const began = performance.now();
      const answer = await players[seat]!.client.command(game.id, { type: 'PlayMove', move });
      if (!answer.ok) return { failure: answer.error.code };
      await game.ears[1 - seat]!.until(answer.value.version);
      return { waitMs: performance.now() - began };
    },
    ends,
    close() {
      for (const { client } of players) client.close();
    },
  };
}

export type GameEnd = NonNullable<api.GameView['end']>;
type Game = { readonly id: string; readonly ears: readonly Ear[]; leave(): void };
type Ear = { hear(heard: SubscriptionEvent): void; until(version: number): Promise<void> };

/** Waits until a version of a game was heard of. */
function openEar(): Ear {
  let known = 0;
  let wanted = Number.POSITIVE_INFINITY;
  let told: () => void = () => undefined;
  return {
    hear(heard) {
      if (heard.kind !== 'refused') known = Math.max(known, heard.version);
      if (known >= wanted) told();
    },
    until(version) {
      if (known >= version) return Promise.resolve();
      wanted = version;
      return new Promise((resolve) => {
        told = resolve;
      });
    },
  };
}
