import { accessSync, closeSync, constants, existsSync, openSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Readiness, type Store, StoreUnavailable } from '@chessmith/service';
import { sqliteChat } from './chat.js';
import { type DatabasePath, fileIn } from './database-path.js';
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

/** Small writes may still succeed with less, but a game may not. */
const LEAST_FREE_BYTES = 256 * 1024;

/** Opens a store in one file. Rejects with `StoreUnavailable` when the file cannot be used, and says why. */
export function openSqliteStore(place: DatabasePath): Promise<Store> {
  return openWith({ file: fileIn(place), synchronous: 'FULL' });
}

/** As `openSqliteStore`, but with the choice not to wait for the disk: tests show that they would notice. */
export async function openWith(data: WriterData): Promise<Store> {
  makeFolderFor(data.file);
  const writer = await openWriter(data).catch((cause: Error) => {
    throw new StoreUnavailable(`${data.file} cannot be used: ${cause.message}${hintOf(data.file)}`, { cause });
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
      // The writer goes last: only who is alone with the file puts what is in the log into it.
      reader.close();
      await writer.close();
    },
  };
}

/**
 * Makes the file as well, so that in a folder into which others may look nobody else can read it, nor what lies beside it.
 * One that is there may belong to somebody else, if a backup was put back. It is not opened for that: closing it would
 * let go of the locks that this process may hold on it.
 */
function makeFolderFor(file: string): void {
  const folder = dirname(file);
  try {
    makeFolder(folder);
    if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);
    else closeSync(openSync(file, 'wx', 0o600));
  } catch (cause) {
    throw new StoreUnavailable(`the folder ${folder} cannot be used: ${(cause as Error).message}`, { cause });
  }
}

/** On a full disk SQLite speaks of input and output, when it is the file for its shared memory that does not fit. */
function hintOf(file: string): string {
  return freeBytes(file) === 0 ? '; its disk is full' : '';
}

function diskReadiness(file: string): Readiness {
  try {
    return freeBytes(file) < LEAST_FREE_BYTES ? { ready: false, reason: 'the disk is full' } : { ready: true };
  } catch (error) {
    return { ready: false, reason: (error as Error).message };
  }
}

function freeBytes(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}
