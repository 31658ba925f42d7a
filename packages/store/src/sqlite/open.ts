import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type GameDamaged, type Store, StoreUnavailable } from '@chessmith/service';
import { sqliteChat } from './chat.js';
import { sqliteDirectory } from './directory.js';
import { sqliteGames } from './games.js';
import { sqliteHeartbeat } from './heartbeat.js';
import type { WriterData } from './messages.js';
import { sqliteOutbox } from './outbox.js';
import { sqlitePeople } from './people.js';
import { openReader } from './reader.js';
import { sqliteSettings } from './settings.js';
import { damagedGames } from './verify.js';
import { openWriter } from './writer.js';

export type SqliteStore = Store & {
  /** Copies all that is committed into one file, while the store goes on serving. The file appears when it is whole. */
  backup(file: string): Promise<void>;
  /** Reads every game there is and tells which are damaged, and where. */
  verify(): AsyncIterable<GameDamaged>;
};

/** A folder, in which the file has its usual name, or the file itself. What is missing is made. */
export type SqlitePlace = { readonly folder: string } | { readonly file: string };

const FILE_NAME = 'chessmith.sqlite';

/** Opens a store in one file. Rejects with `StoreUnavailable` when the file cannot be used, and says why. */
export function openSqliteStore(place: SqlitePlace): Promise<SqliteStore> {
  return openWith({ file: fileIn(place), synchronous: 'FULL' });
}

/** As `openSqliteStore`, but with the choice not to wait for the disk: tests show that they would notice. */
export async function openWith(data: WriterData): Promise<SqliteStore> {
  makeFolder(dirname(data.file));
  const writer = await openWriter(data);
  const reader = openReader(data.file);
  return {
    games: sqliteGames(reader, writer),
    directory: sqliteDirectory(reader, writer),
    people: sqlitePeople(reader, writer),
    chat: sqliteChat(reader, writer),
    outbox: sqliteOutbox(reader, writer),
    heartbeat: sqliteHeartbeat(writer),
    settings: sqliteSettings(reader, writer),
    readiness: writer.readiness,
    backup: writer.backup,
    verify: () => damagedGames(reader),
    async close() {
      // The writer goes last: it puts what is in the log into the file.
      const closed = writer.close();
      reader.close();
      await closed;
    },
  };
}

/** Nobody else on the machine has to look into it. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StoreUnavailable(`the folder ${folder} cannot be made`, { cause });
  }
}

function fileIn(place: SqlitePlace): string {
  return 'file' in place ? place.file : join(place.folder, FILE_NAME);
}
