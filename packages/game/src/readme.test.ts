import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decide, type Fact, fold, instantAt } from './index.js';
import { gameStarted, PLAYERS } from './testing/index.js';

test('the example of the README plays a move', async () => {
  const appended: Fact[] = [];
  await playAsInReadme(async (facts) => appended.push(...facts));
  expect(appended).toMatchObject([{ type: 'MovePlayed', notation: 'e4' }]);
});

test('the README shows the example that is tested here', () => {
  const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const [, tested = ''] = /\/\/ README\n(.*?)\s+\/\/ end\n/s.exec(textOf('readme.test.ts')) ?? [];
  expect(textOf('../README.md')).toContain(tested.replace(/^ {2}/gm, ''));
});

async function playAsInReadme(append: (facts: readonly Fact[]) => Promise<unknown>) {
  const { referee, facts } = gameStarted;
  const player = PLAYERS.white;
  const chance = { int: () => 0, real: () => 0 };
  // README
  const game = fold(referee)(facts); // the state of a game, from its stored facts
  const command = { type: 'PlayMove', by: player, move: 'e2e4' } as const;
  const ruling = await referee.judge(game.board!.position, command.move, chance);
  const result = decide(referee)(game, command, { now: instantAt(Date.now()), ruling });
  if (!result.ok) return result.error; // code and message, for example of game/not-your-turn
  if (result.value.kind === 'facts') await append(result.value.facts); // MovePlayed, and GameEnded if the move ends the game
  // end
  return undefined;
}
