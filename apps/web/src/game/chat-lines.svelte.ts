import type { api } from '@chessmith/protocol';
import { lobby } from '../session.svelte.js';

export type ChatLine = api.ResponseOf<'ChatLine'>;

/** The chat of a game: each line once, in order. */
export function openChatLines(game: string) {
  let lines = $state.raw<readonly ChatLine[]>([]);

  function add(more: readonly ChatLine[]): void {
    const known = new Set(lines.map(({ number }) => number));
    const added = more.filter(({ number }) => !known.has(number));
    lines = [...lines, ...added].toSorted((a, b) => a.number - b.number);
  }

  return {
    get lines() {
      return lines;
    },
    add,
    /** Loads the lines after the last known one. */
    async load(): Promise<void> {
      const read = await lobby.chat(game, lines.at(-1)?.number);
      if (read.ok) add(read.value.lines);
    },
  };
}
