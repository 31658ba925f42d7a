import type { PersonId } from '@chessmith/people';
import { type Refusal, refusal } from '@chessmith/rules';
import { gameRecords, type Person, type Records, StoreUnavailable } from '@chessmith/service';
import { err, mapOk, ok, type Result } from '@chessmith/std';
import {
  type ArchiveProblem,
  type BackupOptions,
  backUpSqlite,
  databasePathAt,
  openSqliteArchive,
} from '@chessmith/store';
import { type BadSetting, readConfiguration } from '../configuration.js';
import { refereeLookup } from '../referees/referees.js';
import { openExaminer } from '../referees/ruleset-examiner.js';

/** A data folder or backup, opened read-only. A server may use it at the same time. */
export type DataFolder = Records & {
  people(ids: readonly PersonId[]): Promise<readonly Person[]>;
  /** Damage to the database file itself. */
  problems(): AsyncIterable<ArchiveProblem>;
  close(): void;
};

/** Finds the data folder like `chessmith serve`: by flag, environment or default. */
export function dataFolderAt(
  flag: string | undefined,
  environment: { readonly CHESSMITH_DATA?: string },
): Result<string, BadSetting> {
  const { CHESSMITH_DATA } = environment;
  const configuration = readConfiguration({ data: flag }, { CHESSMITH_DATA });
  if (!configuration.ok) return configuration;
  const { data } = configuration.value;
  return data === null ? err({ code: 'server/bad-setting', message: '`:memory:` has no data folder' }) : ok(data);
}

/** Opens a data folder read-only, or says why it cannot be read. */
export async function openDataFolder(path: string): Promise<Result<DataFolder, Refusal>> {
  // Replaying games needs no scripts, so this examiner never starts a sandbox.
  const examiner = openExaminer({ log: () => undefined });
  return mapOk(await attempted(() => openSqliteArchive(databasePathAt(path))), (archive) => ({
    ...gameRecords({
      store: archive,
      referees: refereeLookup({}, async (id) => {
        const ruleset = await archive.rulesets.ruleset(id);
        return ruleset && examiner.refereeOf(ruleset);
      }),
    }),
    people: (ids) => archive.people.people(ids),
    problems: archive.problems,
    close: archive.close,
  }));
}

/** Copies all committed data of a folder into one file. See `backUpSqlite`. */
export const backUpDataFolder = (path: string, file: string, options: BackupOptions): Promise<Result<void, Refusal>> =>
  attempted(() => backUpSqlite(databasePathAt(path), file, options));

async function attempted<T>(work: () => T | Promise<T>): Promise<Result<T, Refusal>> {
  try {
    return ok(await work());
  } catch (error) {
    if (error instanceof StoreUnavailable)
      return err(refusal(error.code, `${error.message}.`, { detail: error.message }));
    throw error;
  }
}
