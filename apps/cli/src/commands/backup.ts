import { statSync } from 'node:fs';
import { type Command, EXIT } from '../command.js';
import { DATA_OPTION, loadServer, progressReporter, readDataOption } from '../data-option.js';
import { readOptions } from '../options.js';
import { refuse } from '../refuse.js';

export const backup: Command = {
  name: 'backup',
  summary: 'Copy all data into one file, also while the server runs',
  usage: `chessmith backup FILE [--data DIR] [--force]

  --data DIR   the data folder (default: ./data, or CHESSMITH_DATA)
  --force      replace FILE if it exists

The copy contains everything that was acknowledged before the backup began. FILE appears when it is complete; only its
owner can read it. To restore, copy it to chessmith.sqlite in an empty folder and serve that folder.

  $ chessmith backup chessmith-2026-11-15.sqlite`,
  async run(args, io) {
    const options = readOptions(args, { ...DATA_OPTION, force: { type: 'boolean' } }, { positionals: 1 });
    if (!options.ok) return options.error;
    const { values, positionals } = options.value;
    const [file] = positionals;
    if (file === undefined) return { code: 'cli/usage', message: 'FILE is missing' };
    const data = await readDataOption(values.data);
    if (!data.ok) return data.error;
    const { backUpDataFolder } = await loadServer();
    const report = progressReporter(io);
    const made = await backUpDataFolder(data.value, file, {
      overwrite: values.force === true,
      progress: (done, total) => void report(() => `${Math.floor((100 * done) / Math.max(total, 1))}% copied`),
    });
    if (!made.ok) {
      const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
      const hint = values.force !== true && isFile ? ' --force replaces it.' : '';
      return refuse('backup', { ...made.error, message: made.error.message + hint }, io);
    }
    await io.err(`Copied ${data.value} to ${file}\n`);
    return EXIT.done;
  },
};
