import type { Command } from '../command.js';
import { DATA_OPTION, DATA_USAGE, failedUnless, loadServer, progressReporter, withDataFolder } from '../data-option.js';
import { readOptions } from '../options.js';

export const verify: Command = {
  name: 'verify',
  summary: 'Verify the integrity of all stored games',
  usage: `chessmith verify [--data DIR]

  ${DATA_USAGE}

Reads every page of the file and every commit: checksums, versions without gaps, facts that apply, moves that replay, ends
that follow from the board or from the players, and a list of games that agrees with the facts. It changes nothing, and the
server may keep running.

Each error is one line with the game and the version of the first broken commit. The exit code is 1 if there are errors.

  $ chessmith verify
  24 games, 1310 facts: nothing is wrong.`,
  async run(args, io) {
    const options = readOptions(args, DATA_OPTION);
    if (!options.ok) return options.error;
    return withDataFolder('verify', options.value.values.data, io, async (folder, path) => {
      const { verifyDataFolder } = await loadServer();
      await io.err(`Verifying ${path} …\n`);
      const report = progressReporter(io);
      let counted = { games: 0, facts: 0, findings: 0 };
      for await (const { found, ...sofar } of verifyDataFolder(folder)) {
        counted = sofar;
        if (found !== undefined) await io.out(`${placeOf(found)}: ${found.problem}\n`);
        await report(() => `${sofar.games} games, ${sofar.facts} facts so far`);
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
