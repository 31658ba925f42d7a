import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../games/statistics.js';
import { type Caller, countOf, openCaller, succeeded } from './client.js';
import { largeRuleset } from './large-ruleset.js';
import { newFolder, startServer } from './server.js';

const RULESETS = Number(process.env.ATTACK_RULESETS ?? 180);
/** Uploads that one person may make at once. */
const PER_PERSON = 30;
/** Addresses are limited too; the attacker has some. */
const ADDRESSES = 2;

/** Large rulesets without code, each uploaded and played: what the server holds of them, and how long honest moves take meanwhile. */
export async function rulesets(): Promise<void> {
  const server = await startServer(newFolder(), { inspect: true });
  const honest = openCaller(server.address, '127.0.0.9');
  const game = await startGame(honest, await honest.guest(), 'standard');
  const quiet = await movesDuring(honest, game, pause(5000));
  const before = { heap: await server.heapAfterCollection(), ...server.memory() };

  const attackers = Array.from({ length: ADDRESSES }, (_, at) => openCaller(server.address, `127.0.0.${2 + at}`));
  const persons: { readonly caller: Caller; readonly token: string }[] = [];
  for (let person = 0; person * PER_PERSON < RULESETS; person++) {
    const caller = attackers[person % ADDRESSES]!;
    persons.push({ caller, token: await caller.guest() });
  }
  const ids: string[] = [];
  const codes: string[] = [];
  let peak = 0;
  const attack = async (): Promise<void> => {
    await Promise.all(
      persons.map(async ({ caller, token }, person) => {
        for (let number = person * PER_PERSON; number < Math.min(RULESETS, (person + 1) * PER_PERSON); number++) {
          const upload = { format: 'json', source: largeRuleset(number), name: `Large ${number}` };
          const { status, body } = await caller.post('/api/rulesets', upload, token);
          codes.push(status < 300 ? 'accepted' : String(body.code));
          if (status >= 300) continue;
          const { id } = body.ruleset as { readonly id: string };
          ids.push(id);
          await startGame(caller, token, id);
          const now = server.memory().server;
          peak = Math.max(peak, now);
          if (ids.length % 20 === 0) console.log(`rulesets: ${now} MB resident after ${ids.length}`);
        }
      }),
    );
  };
  const beside = await movesDuring(honest, game, attack());
  const after = { heap: await server.heapAfterCollection(), ...server.memory() };
  console.log(
    `rulesets: ${countOf(codes)}; heap and buffers after garbage collection ${before.heap} -> ${after.heap} MB, ` +
      `resident ${before.server} -> ${after.server} MB, at most ${peak} MB; ` +
      `honest moves ${inWords(beside)}, ${inWords(quiet)} without`,
  );
  for (const one of [honest, ...attackers]) one.close();
  await server.stop();
}

type HotSeat = { readonly id: string; readonly token: string; ply: number };

async function startGame(caller: Caller, token: string, ruleset: string): Promise<HotSeat> {
  const options = { ruleset, hotSeat: true, side: 'both', autoStart: true };
  return { id: succeeded(await caller.post('/api/games', options, token)).game as string, token, ply: 0 };
}

const LINE = ['b1c3', 'b8c6', 'c3b1', 'c6b8'];
const MOVE_EVERY_MS = 50;

/** How long each move of a game by the built-in rules took while something else went on. */
async function movesDuring(caller: Caller, game: HotSeat, other: Promise<void>): Promise<readonly number[]> {
  const waits: number[] = [];
  let isOver = false;
  void other.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const sentMs = performance.now();
    await caller.post(`/api/games/${game.id}/move`, { move: LINE[game.ply++ % 4]! }, game.token);
    waits.push(performance.now() - sentMs);
    await pause(MOVE_EVERY_MS);
  }
  await other;
  return waits;
}

const inWords = (waits: readonly number[]): string =>
  `median ${quantile(waits, 0.5).toFixed(1)}, p99 ${quantile(waits, 0.99).toFixed(0)}, at most ${Math.max(...waits).toFixed(0)} ms`;
