import { statSync } from 'node:fs';
import { type Command, EXIT } from '../command.js';
import { DATA_OPTION, loadServer, openProgress, readDataOption } from '../data-option.js';
import { readOptions } from '../options.js';
import { refuse } from '../refuse.js';

export const backup: Command = {
  name: 'backup',
  summary: 'Copy all games into one file, also while a server serves them',
  usage: `chessmith backup FILE [--data DIR] [--force]

  --data DIR   the data folder, ./data unless said otherwise (or CHESSMITH_DATA)
  --force      replace FILE if it is there

The copy holds everything that was acknowledged before it began. FILE appears when it is whole; only its owner can read
it. To restore, put it as chessmith.sqlite into an empty folder and serve that folder.

  $ chessmith backup chessmith-2026-11-15.sqlite`,
  async run(args, io) {
    const options = readOptions(args, { ...DATA_OPTION, force: { type: 'boolean' } }, { positionals: 1 });
    if (!options.ok) return options.error;
    const { values, positionals } = options.value;
    const [file] = positionals;
    if (file === undefined) return { code: 'cli/usage', message: 'which file should hold the backup?' };
    const data = await readDataOption(values.data);
    if (!data.ok) return data.error;
    const { backUpDataFolder } = await loadServer();
    const tell = openProgress(io);
    const made = await backUpDataFolder(data.value, file, {
      overwrite: values.force === true,
      progress: (done, total) => void tell(() => `${Math.floor((100 * done) / Math.max(total, 1))}% copied`),
    });
    if (!made.ok) {
      const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
      const hint = values.force !== true && isFile ? ' --force writes over it.' : '';
      return refuse('backup', { ...made.error, message: made.error.message + hint }, io);
    }
    await io.err(`${data.value} was copied to ${file}\n`);
    return EXIT.done;
  },
};
