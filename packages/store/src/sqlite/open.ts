import { accessSync, closeSync, constants, existsSync, openSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Readiness, type Store, StoreUnavailable } from '@chessmith/service';
import { sqliteChat } from './chat.js';
import { type DatabasePath, databaseFile } from './database-path.js';
import { sqliteDirectory } from './directory.js';
import { sqliteGames } from './games.js';
import { sqliteHeartbeat } from './heartbeat.js';
import { makeFolder } from './make-folder.js';
import type { WriterData } from './messages.js';
import { sqliteOutbox } from './outbox.js';
import { sqlitePeople } from './people.js';
import { openReader } from './reader.js';
import { sqliteRulesets } from './rulesets.js';
import { sqliteSettings } from './settings.js';
import { openWriter } from './writer.js';

/** Below this, small writes may still succeed, but a whole game may not fit. */
const MIN_FREE_BYTES = 256 * 1024;

/** Opens a store in one file. Rejects with `StoreUnavailable` and the reason if the file cannot be used. */
export function openSqliteStore(path: DatabasePath): Promise<Store> {
  return openSqliteStoreWith({ file: databaseFile(path), synchronous: 'FULL' });
}

/** As `openSqliteStore`, with options for tests: without fsync they show that the durability tests would notice. */
export async function openSqliteStoreWith(data: WriterData): Promise<Store> {
  createFolderAndFile(data.file);
  const writer = await openWriter(data).catch((cause: Error) => {
    throw new StoreUnavailable(`${data.file} cannot be used: ${cause.message}${diskFullHint(data.file)}`, { cause });
  });
  const reader = openReader(data.file);
  return {
    games: sqliteGames(reader, writer),
    directory: sqliteDirectory(reader, writer),
    people: sqlitePeople(reader, writer),
    chat: sqliteChat(reader, writer),
    outbox: sqliteOutbox(reader, writer),
    heartbeat: sqliteHeartbeat(reader, writer),
    settings: sqliteSettings(reader, writer),
    rulesets: sqliteRulesets(reader, writer),
    readiness() {
      const readiness = writer.readiness();
      return readiness.ready ? diskReadiness(data.file) : readiness;
    },
    async close() {
      // The writer closes last: only the last connection checkpoints the WAL into the file.
      reader.close();
      await writer.close();
    },
  };
}

/**
 * Also creates the file with mode 600, so that other users cannot read it or its WAL, even in a readable folder. An existing
 * file may belong to another user, for example a restored backup. It is checked without opening it: closing it would release
 * the POSIX locks that this process may hold on it.
 */
function createFolderAndFile(file: string): void {
  const folder = dirname(file);
  try {
    makeFolder(folder);
    if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);
    else closeSync(openSync(file, 'wx', 0o600));
  } catch (cause) {
    throw new StoreUnavailable(`the folder ${folder} cannot be used: ${(cause as Error).message}`, { cause });
  }
}

/** On a full disk SQLite reports only an I/O error if its shared-memory file does not fit. */
function diskFullHint(file: string): string {
  return freeBytes(file) === 0 ? '; its disk is full' : '';
}

function diskReadiness(file: string): Readiness {
  try {
    return freeBytes(file) < MIN_FREE_BYTES ? { ready: false, reason: 'the disk is full' } : { ready: true };
  } catch (error) {
    return { ready: false, reason: (error as Error).message };
  }
}

function freeBytes(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}
