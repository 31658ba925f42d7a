import { unwrap } from '@chessmith/std';
import { withTempFolder } from '@chessmith/store/testing';
import { expect, test } from 'vitest';
import { childrenOf } from '../testing/durability/server-process.js';
import { startTestServer } from '../testing/test-server.js';
import { exampleSource, uploadRuleset } from '../testing/uploaded-rulesets.js';
import { openDataFolder } from './data-folder.js';
import { replayGame } from './replay.js';
import { verifyDataFolder } from './verify.js';

test('games of uploaded rulesets are verified and replayed without running their scripts', async () => {
  await withTempFolder(async (data) => {
    const ends: (() => Promise<void>)[] = [];
    const testServer = await startTestServer({ data }, (end) => ends.push(end));
    const anna = await testServer.guest();
    const games: string[] = [];
    for (const file of ['breakthrough.py', 'camel-chess.json']) {
      const made = await uploadRuleset(anna, { file, source: exampleSource(file) });
      const ruleset = made.body.ruleset.id;
      const { game } = (await anna.post('/api/games', { ruleset, hotSeat: true, side: 'both' })).body;
      const [choice] = (await anna.get(`/api/games/${game}`)).body.board.choices;
      const move = `${choice.from}${choice.to[0]}`;
      expect(await anna.post(`/api/games/${game}/move`, { move })).toMatchObject({ status: 200 });
      games.push(game);
    }
    for (const end of ends) await end();

    const before = childrenOf(process.pid);
    const folder = unwrap(await openDataFolder(data));
    for await (const { found } of verifyDataFolder(folder)) expect(found).toBeUndefined();
    for (const game of games) expect(unwrap(await replayGame(folder, game)).at(-1)).toMatchObject({ ply: 1 });
    folder.close();
    expect(childrenOf(process.pid)).toEqual(before);
  });
});
