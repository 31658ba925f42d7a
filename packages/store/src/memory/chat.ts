import type { GameId } from '@chessmith/game';
import type { PersonId } from '@chessmith/people';
import type { Chat, ChatLine } from '@chessmith/service';

export function memoryChat(guard: () => void): Chat & { forget(person: PersonId): void } {
  let lines: ChatLine[] = [];
  const newest = new Map<GameId, number>();
  return {
    async say(said) {
      guard();
      const line = { ...said, number: (newest.get(said.game) ?? 0) + 1 };
      newest.set(said.game, line.number);
      lines.push(line);
      return line;
    },
    async lines(game, { rooms, after = 0, limit }) {
      const found = lines.filter((line) => line.game === game && rooms.includes(line.room) && line.number > after);
      return found.slice(Math.max(found.length - limit, 0));
    },
    async remove(game, number) {
      guard();
      lines = lines.filter((line) => !(line.game === game && line.number === number));
    },
    forget(person) {
      lines = lines.map((line) => (line.by === person ? { ...line, by: null } : line));
    },
  };
}
