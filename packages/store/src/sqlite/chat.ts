import type { GameId } from '@chessmith/game';
import type { ChatLine, ChatStore } from '@chessmith/service';
import { fromMs, toMs } from './instants.js';
import type { Reader } from './reader.js';
import type { Writer } from './writer.js';

type LineRow = {
  readonly game: string;
  readonly number: number;
  readonly room: string;
  readonly by: string | null;
  readonly text: string;
  readonly at: number;
};

const BY_KEY = 'SELECT * FROM chat WHERE game = ? AND by = ? AND key = ?';

export function sqliteChat(reader: Reader, writer: Writer): ChatStore {
  return {
    async say({ game, room, by, text, at, key = null }) {
      const sql = `INSERT INTO chat (game, number, room, by, text, at, key)
        VALUES (?, (SELECT 1 + coalesce(max(number), 0) FROM chat WHERE game = ?), ?, ?, ?, ?, ?)
        ON CONFLICT (game, by, key) WHERE key IS NOT NULL DO NOTHING RETURNING *`;
      const statements = [[sql, game, game, room, by, text, toMs(at), key] as const, [BY_KEY, game, by, key] as const];
      const [[line], [before]] = (await writer.write({ kind: 'run', statements })) as [[LineRow?], [LineRow?]];
      return line === undefined ? { kind: 'repeated', line: lineOf(before!) } : { kind: 'said', line: lineOf(line) };
    },
    async said(game, by, key) {
      const line = reader.get<LineRow>(BY_KEY, game, by, key);
      return line && lineOf(line);
    },
    async lines(game, { rooms, after = 0, limit }) {
      const sql = `SELECT * FROM chat
        WHERE game = ? AND number > ? AND text IS NOT NULL AND room IN (SELECT value FROM json_each(?))
        ORDER BY number DESC LIMIT ?`;
      return reader.all<LineRow>(sql, game, after, JSON.stringify(rooms), limit).reverse().map(lineOf);
    },
    async remove(game, number) {
      // An empty row stays, so that its number is not reused.
      const sql = 'UPDATE chat SET text = NULL, by = NULL, key = NULL WHERE game = ? AND number = ?';
      await writer.write({ kind: 'run', statements: [[sql, game, number]] });
    },
  };
}

function lineOf({ game, number, room, by, text, at }: LineRow): ChatLine {
  return { game: game as GameId, number, room, by, text, at: fromMs(at) } as ChatLine;
}
