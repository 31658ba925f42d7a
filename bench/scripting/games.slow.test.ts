import { openServer, readConfiguration } from '@chessmith/server';
import { seededRandom, unwrap } from '@chessmith/std';
import { expect, onTestFinished, test } from 'vitest';
import { chessmithMatches } from '../games/clients/chessmith.js';
import { connectGuest, isBusy, uploadRules } from '../games/clients/guest.js';
import { linesOf } from '../games/lines.js';
import { type Match, openMatches } from '../games/match.js';
import { openHostilePlayer } from './hostile-player.js';
import { SLEEPERS } from './sleepers.js';
import { openTable, type Table } from './table.js';

/** Two games and one move, which finds the second game finished. */
const MOVES = 13;

test('scripted and classical games go on beside hostile scripts', async () => {
  const address = await serve();
  const author = await connectGuest(address);
  onTestFinished(() => author.client.close());
  const rulesOf = (name: string) => uploadRules(address, author, SLEEPERS.find((one) => one.name === name)!);
  // Without their waking moves, these are honest.
  const honest = [await rulesOf('js loops'), await rulesOf('pl loops')];
  const hostile = [await rulesOf('py loops'), await rulesOf('js takes all memory')];

  const attackers = await Promise.all(hostile.map((rules) => openHostilePlayer(address, rules)));
  const random = seededRandom(5);
  const tables = await Promise.all(
    [...honest, ...honest, ...honest].map((rules) => openTable(address, rules, random.fork())),
  );
  const matches = await openMatches(chessmithMatches(address, { moves: 1, toMover: 0, toOther: 0 }), linesOf(3, MOVES));
  onTestFinished(() => {
    for (const one of [...attackers, ...tables, ...matches]) one.close();
  });

  for (const player of attackers) player.begin();
  await Promise.all([...tables.map(playHonestly), ...matches.map(playOn)]);
  for (const { answers } of attackers) {
    await expect.poll(() => answers.has('rules/failed'), { timeout: 200_000 }).toBe(true);
  }
  await Promise.all(attackers.map((player) => player.pause()));

  for (const { ends } of tables) expect(ends).toMatchObject([{ rule: 'ply-cap' }, { rule: 'ply-cap' }]);
  const blamed = [...attackers[0]!.answers.keys()].filter((code) => !isBusy({ code }));
  expect(blamed.sort()).toEqual(['rules/failed', 'script/timeout']);
});

/** No move may fail because of the script; a busy machine is not its fault. */
async function playHonestly(table: Table): Promise<void> {
  for (let moves = 0; moves < MOVES; ) {
    const played = await table.move();
    if ('waitMs' in played) moves++;
    else expect(played.failure).toMatch(/^sandbox\//);
  }
}

async function playOn(match: Match): Promise<void> {
  for (let moves = 0; moves < MOVES; moves++) await match.move();
}

async function serve(): Promise<string> {
  const flags = { 'http-host': '127.0.0.1', 'http-port': '0', 'log-level': 'silent', data: ':memory:' };
  const server = await openServer(unwrap(readConfiguration(flags, {})));
  onTestFinished(() => server.close());
  return server.address;
}
