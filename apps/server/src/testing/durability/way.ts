import { setTimeout } from 'node:timers/promises';
import type { GameId } from '@chessmith/game';
import type { GameCommand, GameOptions } from '@chessmith/service';

/** How long anybody waits for an answer before taking it for lost. */
export const PATIENCE_MS = 30_000;
/** Between two attempts, so that nobody turns in circles while a server dies. */
export const BREATH_MS = 5;

export type Said = { readonly ok: true; readonly answer: unknown } | { readonly ok: false; readonly code: string };

/** One person's way to the server. Null means that no answer came, so that nobody knows what was heard. */
export type Way = {
  command(game: GameId, order: GameCommand, key: string): Promise<Said | null>;
  create(options: GameOptions, key: string): Promise<Said | null>;
  view(game: GameId): Promise<Said | null>;
  say(game: GameId, text: string, key: string): Promise<Said | null>;
  close(): void;
};

/** Asks again until there is an answer: with the same key, a command that was heard before has no second effect. */
export async function insist(ask: () => Promise<Said | null>): Promise<Said> {
  for (;;) {
    const said = await ask();
    if (said !== null) return said;
    await setTimeout(BREATH_MS);
  }
}
