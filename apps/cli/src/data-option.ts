import type { DataFolder } from '@chessmith/server';
import { err } from '@chessmith/std';
import { EXIT, type ExitCode, type Io, type UsageError } from './command.js';
import { refuse } from './refuse.js';

/** The option of all commands that read a data folder. */
export const DATA_OPTION = { data: { type: 'string' } } as const;

export const DATA_USAGE = `--data DIR   the data folder or a backup file (default: ./data, or CHESSMITH_DATA)`;

/** Loads the server package only when needed, because it needs native modules and half a second. */
export const loadServer = () => import('@chessmith/server');

/** The path of the data folder: the option, the environment variable or the default. */
export async function readDataOption(data: string | undefined) {
  const { dataFolderAt } = await loadServer();
  const path = dataFolderAt(data, process.env);
  return path.ok ? path : err<UsageError>({ code: 'cli/usage', message: path.error.message });
}

/** Opens the folder read-only, runs the command with it, and closes it. */
export async function withDataFolder(
  command: string,
  data: string | undefined,
  io: Io,
  work: (folder: DataFolder, path: string) => Promise<ExitCode>,
): Promise<ExitCode | UsageError> {
  const path = await readDataOption(data);
  if (!path.ok) return path.error;
  const { openDataFolder } = await loadServer();
  const folder = await openDataFolder(path.value);
  if (!folder.ok) return refuse(command, folder.error, io);
  try {
    return await work(folder.value, path.value);
  } finally {
    folder.value.close();
  }
}

/** Reports progress on the error stream, at most once per interval. */
export function progressReporter(io: Io, everyMs = 1000): (line: () => string) => Promise<void> {
  let last = Date.now();
  return async (line) => {
    if (Date.now() - last < everyMs) return;
    last = Date.now();
    await io.err(`${line()}\n`);
  };
}

export const failedUnless = (isWell: boolean): ExitCode => (isWell ? EXIT.done : EXIT.failed);
