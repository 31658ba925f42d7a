import type { GameId } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { Chat, ChatLine } from '@chessmith/service';

export function memoryChat(guard: () => void): Chat & { forget(person: PersonId): void } {
  let lines: ChatLine[] = [];
  const newest = new Map<GameId, number>();
  const byKey = new Map<string, ChatLine>();

  function dropKeys(isGone: (line: ChatLine) => boolean): void {
    for (const [key, line] of byKey) if (isGone(line)) byKey.delete(key);
  }

  return {
    async say({ key, ...said }) {
      guard();
      const name = key === undefined ? undefined : nameOf(said.game, said.by, key);
      const before = name === undefined ? undefined : byKey.get(name);
      if (before !== undefined) return { kind: 'repeated', line: before };
      const line = { ...said, number: (newest.get(said.game) ?? 0) + 1 };
      newest.set(said.game, line.number);
      lines.push(line);
      if (name !== undefined) byKey.set(name, line);
      return { kind: 'said', line };
    },
    async said(game, by, key) {
      return byKey.get(nameOf(game, by, key));
    },
    async lines(game, { rooms, after = 0, limit }) {
      const found = lines.filter((line) => line.game === game && rooms.includes(line.room) && line.number > after);
      return found.slice(Math.max(found.length - limit, 0));
    },
    async remove(game, number) {
      guard();
      const isIt = (line: ChatLine): boolean => line.game === game && line.number === number;
      lines = lines.filter((line) => !isIt(line));
      dropKeys(isIt);
    },
    forget(person) {
      lines = lines.map((line) => (line.by === person ? { ...line, by: null } : line));
      dropKeys(({ by }) => by === person);
    },
  };
}

const nameOf = (game: GameId, by: PersonId | null, key: string): string => JSON.stringify([game, by, key]);
