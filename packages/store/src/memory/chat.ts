import type { GameId } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { ChatLine, ChatStore } from '@chessmith/service';

export function memoryChat(assertOpen: () => void): ChatStore & { forget(person: PersonId): void } {
  let lines: ChatLine[] = [];
  const lastNumbers = new Map<GameId, number>();
  const byKey = new Map<string, ChatLine>();

  function removeKeys(isRemoved: (line: ChatLine) => boolean): void {
    for (const [key, line] of byKey) if (isRemoved(line)) byKey.delete(key);
  }

  return {
    async say({ key, ...input }) {
      assertOpen();
      const mapKey = key === undefined ? undefined : mapKeyOf(input.game, input.by, key);
      const before = mapKey === undefined ? undefined : byKey.get(mapKey);
      if (before !== undefined) return { kind: 'repeated', line: before };
      const line = { ...input, number: (lastNumbers.get(input.game) ?? 0) + 1 };
      lastNumbers.set(input.game, line.number);
      lines.push(line);
      if (mapKey !== undefined) byKey.set(mapKey, line);
      return { kind: 'said', line };
    },
    async said(game, by, key) {
      return byKey.get(mapKeyOf(game, by, key));
    },
    async lines(game, { rooms, after = 0, limit }) {
      const found = lines.filter((line) => line.game === game && rooms.includes(line.room) && line.number > after);
      return found.slice(Math.max(found.length - limit, 0));
    },
    async remove(game, number) {
      assertOpen();
      const isRemoved = (line: ChatLine): boolean => line.game === game && line.number === number;
      lines = lines.filter((line) => !isRemoved(line));
      removeKeys(isRemoved);
    },
    forget(person) {
      lines = lines.map((line) => (line.by === person ? { ...line, by: null } : line));
      removeKeys(({ by }) => by === person);
    },
  };
}

const mapKeyOf = (game: GameId, by: PersonId | null, key: string): string => JSON.stringify([game, by, key]);
