import type { Command } from '../command.js';
import { DATA_OPTION, DATA_USAGE, failedUnless, loadServer, openProgress, withDataFolder } from '../data-option.js';
import { readOptions } from '../options.js';

export const verify: Command = {
  name: 'verify',
  summary: 'Check every game that is stored, to the last bit',
  usage: `chessmith verify [--data DIR]

  ${DATA_USAGE}

Reads the file page by page and every commit in it: checksums, versions without a gap, facts that fold, moves that replay,
an end that the board or the players brought about, and a list of games that says the same as the facts. Nothing is
changed, and a server may go on serving the folder.

Each thing that is wrong is a line, with the game and the version of the first commit that is broken. The exit code is 1
if there is any.

  $ chessmith verify
  24 games, 1310 facts: nothing is wrong.`,
  async run(args, io) {
    const options = readOptions(args, DATA_OPTION);
    if (!options.ok) return options.error;
    return withDataFolder('verify', options.value.values.data, io, async (folder, path) => {
      const { verifyDataFolder } = await loadServer();
      await io.err(`Verifying ${path} …\n`);
      const tell = openProgress(io);
      let counted = { games: 0, facts: 0, findings: 0 };
      for await (const { found, ...sofar } of verifyDataFolder(folder)) {
        counted = sofar;
        if (found !== undefined) await io.out(`${placeOf(found)}: ${found.problem}\n`);
        await tell(() => `${sofar.games} games, ${sofar.facts} facts so far`);
      }
      const { games, facts, findings } = counted;
      const verdict =
        findings === 0 ? 'nothing is wrong' : `${findings} ${findings === 1 ? 'thing is' : 'things are'} wrong`;
      await io.out(`${games} games, ${facts} facts: ${verdict}.\n`);
      return failedUnless(findings === 0);
    });
  },
};

function placeOf({ game, version }: { readonly game: string | null; readonly version: number | null }): string {
  if (game === null) return 'the file';
  return version === null ? `game ${game}` : `game ${game}, version ${version}`;
}
