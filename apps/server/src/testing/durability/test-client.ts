import { setTimeout } from 'node:timers/promises';
import type { GameId } from '@chessmith/game';
import type { GameCommand, GameOptions } from '@chessmith/service';

/** After this time an answer counts as lost. */
export const TIMEOUT_MS = 30_000;
/** Pause between two attempts while the server is down. */
export const RETRY_MS = 5;

export type Answer = { readonly ok: true; readonly answer: unknown } | { readonly ok: false; readonly code: string };

/** One person's client of a transport. Null means that no answer came: the command may or may not have been executed. */
export type TestClient = {
  command(game: GameId, command: GameCommand, key: string): Promise<Answer | null>;
  create(options: GameOptions, key: string): Promise<Answer | null>;
  view(game: GameId): Promise<Answer | null>;
  say(game: GameId, text: string, key: string): Promise<Answer | null>;
  close(): void;
};

/** Repeats until there is an answer. With the same key, a repeated command has no second effect. */
export async function retryUntilAnswered(attempt: () => Promise<Answer | null>): Promise<Answer> {
  for (;;) {
    const answer = await attempt();
    if (answer !== null) return answer;
    await setTimeout(RETRY_MS);
  }
}
